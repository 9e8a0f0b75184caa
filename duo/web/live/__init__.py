"""What runs beside requests: AI moves, change notifications, lanes for long work."""
