"""Hostile input for everything that reads what others wrote: mutated, run within limits, and judged."""
