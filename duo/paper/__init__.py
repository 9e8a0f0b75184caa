"""Printing: sheets are pure geometry (`shapes`, `layout`, `sheet`); exporters (`pdf`, `svg`, `png`, `tts`) draw them.

To print something new, write a function that returns drawings or pages. It needs no exporter of its own.
"""
