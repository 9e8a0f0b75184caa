"""What a person at the terminal sees and types: boards, maps, prompts, guides."""
