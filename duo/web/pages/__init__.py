"""The pages of the site. Each module has the functions of one page or group of pages, which answer its requests."""
