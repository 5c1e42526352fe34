#!/usr/bin/env python3
"""Tests circles.py on small trees: what it must find, and what is no circle.

Run: test_circles.py
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).with_name("circles.py")
A_NEEDS_B = '#include "b.h"\nint a(void)\n{\n\treturn b();\n}\n'
B_NEEDS_A = '#include "a.h"\nint b(void)\n{\n\treturn a();\n}\n'


class Circles(unittest.TestCase):
    def check(self, tree, known=""):
        """Returns whether circles.py accepts the tree, and what it prints."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**tree, "tests/layer/circles.txt": known}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            run = subprocess.run([sys.executable, "-B", CHECK, folder], capture_output=True,
                                 text=True, check=False)
        return run.returncode == 0, run.stdout

    def assert_circle(self, tree, *names):
        accepted, text = self.check(tree)
        self.assertFalse(accepted)
        self.assertIn(" ".join(("circle:", *names)), text)

    def test_functions_that_call_each_other(self):
        self.assert_circle({"x/a.c": A_NEEDS_B, "x/b.c": B_NEEDS_A}, "x/a", "x/b")

    def test_variables(self):
        self.assert_circle({"x/a.c": "int a = 1;\nint *f(void)\n{\n\treturn &b;\n}\n",
                            "x/b.c": "int b[2] = {1, 2};\nint *g(void)\n{\n\treturn &a;\n}\n"},
                           "x/a", "x/b")

    def test_headers(self):
        self.assert_circle({"x/a.h": '#include "x/b.h"\n', "x/b.h": '#include "x/a.h"\n'},
                           "x/a.h", "x/b.h")

    def test_javascript(self):
        self.assert_circle({"x/a.mjs": 'import { b } from "./b.mjs";\n',
                            "x/b.mjs": 'import {\n  a,\n} from "./a.mjs";\n'}, "x/a.mjs", "x/b.mjs")

    def test_python(self):
        self.assert_circle({"x/a.py": "import b\n", "x/b.py": "from a import c\n"},
                           "x/a.py", "x/b.py")

    def test_rust(self):
        self.assert_circle({"x/a.rs": "use crate::{b::B, c};\n", "x/b.rs": "use crate::a::A;\n",
                            "x/c.rs": ""}, "x/a.rs", "x/b.rs")

    def test_no_circle(self):
        accepted, text = self.check({
            "x/a.c": A_NEEDS_B,
            # a static function of the same name, a comment, a text, a member and a tag
            "x/b.c": "static int a(void)\n{\n\treturn 1;\n}\nint b(void)\n{\n\treturn a();\n}\n",
            "x/c.c": "int c(void)\n{\n\treturn d();\n}\n",
            "x/d.c": '/* c */ struct c;\nint d(void)\n{\n\treturn x->c + y.c + *"c";\n}\n'})
        self.assertTrue(accepted, text)

    def test_known_circle(self):
        tree = {"x/a.c": A_NEEDS_B, "x/b.c": B_NEEDS_A}
        self.assertTrue(self.check(tree, "x: a b # why\n")[0])
        accepted, text = self.check({"x/a.c": A_NEEDS_B}, "x: a b # why\n")
        self.assertFalse(accepted)
        self.assertIn("does not exist", text)


unittest.main()
