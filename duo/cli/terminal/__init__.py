"""Terminal front end: boards, maps, prompts and the guide. Commands import it; it imports no command."""
