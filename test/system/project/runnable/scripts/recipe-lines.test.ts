import assert from "node:assert/strict";
import { test } from "node:test";
import { justfileOf, justLines, makefileOf, makeLines } from "../../../../../src/system/project/recipe-files.ts";

const MAKEFILE = `# what people call
GO ?= go
FLAGS = -v
FLAGS += -race # and more
PLACE = $(HOME)/x
.PHONY: all build test \\
  empty
all: build test
build: main.go
\t@$(GO) build ./...
test: build ; $(GO) test $(FLAGS) ./...
\t# a comment is for the shell
\techo $(PLACE) $$HOME $@
empty:
prog: a.o
\tcc -o prog a.o
bare: build
`;

const makes = (name: string, text = MAKEFILE) =>
  makeLines(makefileOf(text), name, { isFile: (path) => path === "main.go" });

const MADE: Readonly<Record<string, string | undefined>> = {
  default: "make build\nmake test",
  all: "make build\nmake test",
  build: "@go build ./...",
  test: "make build\ngo test -v -race ./...\n# a comment is for the shell\necho $(HOME)/x $$HOME $@",
  empty: "",
  prog: "something-unforeseen\ncc -o prog a.o",
  bare: "make build\nsomething-unforeseen",
  nope: undefined,
};

for (const [name, lines] of Object.entries(MADE)) {
  test(`make ${name} runs ${JSON.stringify(lines)}`, () => assert.equal(makes(name), lines));
}

/** Each makes something else run than the lines of `test` say. */
const UNFORESEEN_BY_MAKE: Readonly<Record<string, string>> = {
  "another file": "include other.mk",
  "another file that may be missing": "-include other.mk",
  "a condition": "ifdef CI\nendif",
  "a definition of many lines": "define X\nrm x\nendef",
  "a command that sets a variable": "X != rm x",
  "a function that runs a command": "X := $(shell rm x)",
  "another shell": "SHELL = /tmp/x",
  "another path": "PATH := ./bin:$(PATH)",
  "a variable that is handed on": "export NODE_OPTIONS = --require ./x",
  "a variable for one target": "test: SHELL = /tmp/x",
  "a pattern": "%: x\n\trm x",
  "one shell for all lines": ".ONESHELL:",
  "another goal": ".DEFAULT_GOAL := x",
  "another sign for recipes": ".RECIPEPREFIX = >",
  "needs that are worked out": "test: $(wildcard *.c)",
  "lines of nobody": "X = 1\n\trm x",
};

for (const [what, more] of Object.entries(UNFORESEEN_BY_MAKE)) {
  test(`${what} in a Makefile is not foreseen`, () => {
    assert.match(makes("test", `test:\n\tgo test\n${more}\n`) ?? "", /^something-unforeseen$/m);
  });
}

for (const line of ["$(eval X=1)", "$(call x,y)", "${shell rm x}", "$(foreach a,b,rm $(a))", "$(A)"]) {
  test(`${line} in a recipe is not foreseen`, () => {
    assert.match(makes("test", `A = $(A)$(A)\ntest:\n\techo ${line}\n`) ?? "", /^something-unforeseen$/m);
  });
}

test("a command in a variable runs in place of the variable", () => {
  assert.equal(makes("test", "B = ; rm -rf ~\nA = x $(B)\ntest:\n\techo ${A}\n"), "echo x ; rm -rf ~");
});

const JUSTFILE = `set quiet
name := "app" # what it is called
other := 'b' + name

# everything
default: test
[private]
build:
    cargo build
test: build && report
    @cargo test {{ name }}

    cargo test --doc
report:
    echo done
alias t := test
given what:
    echo {{what}}
usual what="; rm -rf ~":
    echo {{what}}
added:
    echo {{other}}
python:
    #!/usr/bin/env python3
    import os
handed: (given "x")
    echo
`;

const JUST: Readonly<Record<string, string | undefined>> = {
  default: "just test",
  build: "cargo build",
  test: "just build\n@cargo test app\ncargo test --doc\njust report",
  t: "just test",
  given: "echo {{what}}\nsomething-unforeseen",
  usual: "echo {{what}}\nsomething-unforeseen",
  added: "echo {{other}}\nsomething-unforeseen",
  python: "import os\nsomething-unforeseen",
  handed: "just given\njust x\necho\nsomething-unforeseen",
  nope: undefined,
};

for (const [name, lines] of Object.entries(JUST)) {
  test(`just ${name} runs ${JSON.stringify(lines)}`, () => assert.equal(justLines(justfileOf(JUSTFILE), name), lines));
}

const UNFORESEEN_BY_JUST: Readonly<Record<string, string>> = {
  "another file": "import 'other.just'",
  "a module": "mod other",
  "another shell": 'set shell := ["/tmp/x", "-c"]',
  "a file of variables": "set dotenv-load",
  "a variable that is handed on": 'export PATH := "./bin"',
  "a command that sets a variable": "x := `rm x`",
  "a function that runs a command": 'x := shell("rm x")',
  "another directory": "[no-cd]",
  "another language": '[script("python3")]',
};

for (const [what, more] of Object.entries(UNFORESEEN_BY_JUST)) {
  test(`${what} in a justfile is not foreseen`, () => {
    assert.match(justLines(justfileOf(`test:\n    cargo test\n${more}\n`), "test") ?? "", /^something-unforeseen$/m);
  });
}

test("a command inside a justfile's line cannot be foreseen", () => {
  assert.match(justLines(justfileOf("test:\n    echo {{`rm x`}}\n"), "test") ?? "", /^something-unforeseen$/m);
  assert.match(justLines(justfileOf("test x=`rm x`:\n    echo\n"), "test") ?? "", /^something-unforeseen$/m);
});
