"""Commands for campaigns and the mission pad."""
