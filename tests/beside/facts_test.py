#!/usr/bin/env python3
"""The comparison finds what differs, leaves out what differs by itself, and reads histograms and folders."""

import os
import sys
import tempfile
import unittest
import zipfile

sys.dont_write_bytecode = True
import facts  # noqa: E402  pylint: disable=wrong-import-position


class FactsTest(unittest.TestCase):
    def test_what_differs_by_itself_is_left_out(self):
        first, second = {"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "x", "d": "4"}
        ignored = facts.noise(first, second)
        self.assertEqual(ignored, {"b", "c", "d"})
        self.assertEqual(facts.differences(first, {"a": "1", "b": "?"}, ignored), {})

    def test_other_missing_and_new_facts_are_said(self):
        changed = facts.differences({"a": "1", "b": "2"}, {"a": "9", "c": "3"}, set())
        self.assertEqual(changed, {"a": "1 | 9", "b": "2 | (none)", "c": "(none) | 3"})

    def test_histograms_have_bytes_for_arrays_only(self):
        text = " num     #instances         #bytes  class name (module)\n" \
               "   1:          10            400  [B (java.base@25)\n   2:           3             72  Orders\n" \
               "   3:           1             16  Orders$$Lambda/0x0000000095123400\n" \
               "   4:           2             32  Orders$$Lambda/0x00000000951035d8\n" \
               "Total            13            472\n"
        self.assertEqual(facts.of_histogram(text), {"heap:[B": "10 of 400", "heap:Orders": "3",
                                                    "heap:Orders$$Lambda": "3"})

    def test_files_are_compared_by_content_jars_by_entry(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "a"), "w", encoding="utf-8") as out:
                out.write("a")
            os.symlink("a", os.path.join(folder, "l"))
            for date in (2020, 2021):
                with zipfile.ZipFile(os.path.join(folder, f"{date}.jar"), "w") as jar:
                    jar.writestr(zipfile.ZipInfo("x.class", (date, 1, 1, 0, 0, 0)), "same")
            found = facts.of_files(folder)
        self.assertEqual(found["file:l"], "link to a")
        self.assertEqual(found["file:2020.jar!x.class"], found["file:2021.jar!x.class"])
        self.assertEqual(found["file:a"], facts.digest(b"a"))


unittest.main()
