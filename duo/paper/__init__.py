"""Paper: sheets are pure geometry (`shapes`, `layout`, `sheet`); exporters (`pdf`, `svg`, `png`, `tts`) draw them.

Something new to print is a function that returns drawings or pages; it needs no exporter of its own.
"""
