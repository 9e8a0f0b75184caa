"""The mission map and the campaigns played on it."""
