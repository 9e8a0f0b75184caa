"""Commands for programs and models: engine, lab, model, web server."""
