"""What others wrote, read within bounds; JSON by schema; locks; files that are never half written."""
