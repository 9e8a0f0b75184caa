"""The command: each file parses, calls and renders one verb."""
