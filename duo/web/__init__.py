"""The game in the browser: one file a page, templates beside it, the same table as the terminal's."""
