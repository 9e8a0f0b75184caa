"""Serving the site: application, workers, health checks, security."""
