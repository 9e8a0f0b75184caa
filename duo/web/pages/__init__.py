"""The pages of the site: one module per page, with its template of the same name."""
