"""The `duo` command. Each module parses the options of one command, calls the library and renders the result."""
