"""The game in the browser: pages, templates and the server. The rules of play are in `duo.core` and `duo.table`."""
