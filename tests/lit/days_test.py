#!/usr/bin/env python3
"""Tests of which JDK a lit test runs on each day."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from jdk_of_day import of_the_day  # noqa: E402  pylint: disable=wrong-import-position

BOTH = ["17", "25"]


class DaysTest(unittest.TestCase):
    def setUp(self):
        self.work = tempfile.TemporaryDirectory()
        self.addCleanup(self.work.cleanup)

    def written(self, name, lines="RUN: %run -cp %inputs Leak\n"):
        path = os.path.join(self.work.name, name)
        with open(path, "w", encoding="utf-8") as text:
            text.write(lines)
        return path

    def test_two_days_have_both(self):
        for i in range(20):
            path = self.written(f"{i}.test")
            days = [of_the_day(path, BOTH, day, set()) for day in (739_000, 739_001)]
            self.assertEqual(sorted(days), [["17"], ["25"]])

    def test_a_day_has_some_of_each(self):
        day = [of_the_day(self.written(f"{i}.test"), BOTH, 739_000, set()) for i in range(50)]
        self.assertGreater(day.count(["17"]), 10)
        self.assertGreater(day.count(["25"]), 10)

    def test_one_that_was_touched_has_all(self):
        path = self.written("a.test")
        self.assertEqual(of_the_day(path, BOTH, 739_000, {path}), BOTH)

    def test_one_whose_program_was_touched_has_all(self):
        path = self.written("a.test", "RUN: %javac %inputs/Leak.java\n")
        inputs = os.path.join(self.work.name, "Inputs")
        self.assertEqual(of_the_day(path, BOTH, 739_000, {os.path.join(inputs, "Leak.java")}), BOTH)
        self.assertEqual(len(of_the_day(path, BOTH, 739_000, {os.path.join(inputs, "Other.java")})), 1)

    def test_without_history_each_has_all(self):
        self.assertEqual(of_the_day(self.written("a.test"), BOTH, 739_000, None), BOTH)

    def test_one_jdk_or_none_is_as_it_is(self):
        path = self.written("a.test")
        for day in (739_000, 739_001):
            self.assertEqual(of_the_day(path, ["25"], day, set()), ["25"])
            self.assertEqual(of_the_day(path, [], day, set()), [])


unittest.main()
