"""Fails when two JSON files do not hold the same values."""
import json
import sys

first, second = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
sys.exit(first != second)
