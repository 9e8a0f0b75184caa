"""Terminal front end: boards, maps, prompts and the guide. Commands import this package; it imports no command."""
