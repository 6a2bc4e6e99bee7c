"""``python -m alignment COMMAND ...``; the commands are in `alignment.cli`."""

import sys

from alignment.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
