"""`python -m cardforge` is `cardforge`."""

from cardforge.cli.main import main

main()
