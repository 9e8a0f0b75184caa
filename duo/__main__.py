"""`python -m duo`: the command `duo`."""

from duo.cli.main import main

main()
