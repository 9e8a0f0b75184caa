"""What proves and grades a puzzle: ranked answers, assessment, tags, grades."""
