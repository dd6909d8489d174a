import assert from "node:assert/strict";
import { test } from "node:test";
import { justfileOf, makefileOf } from "../../../src/system/project/recipe-files.ts";

type Case = readonly [what: string, text: string, names: string[], complete?: false];

const makefiles: readonly Case[] = [
  ["a rule", "build:\n\tgcc\n", ["build"]],
  ["several names", "a b: c\n\tx\n", ["a", "b"]],
  ["a rule over two lines", "a \\\n  b: c\n", ["a", "b"]],
  ["a double colon", "clean:: x\n", ["clean"]],
  ["grouped targets", "a b &: c\n", ["a", "b"]],
  ["a variable of a target", "build: MODE = fast\n", ["build"]],
  ["a path as a target", "dist/app.js: src\n", ["dist/app.js"]],
  ["carriage returns", "a:\r\n\tx\r\nb:\r\n", ["a", "b"]],
  ["words of make itself", ".PHONY: build\n.DEFAULT_GOAL := build\nbuild:\n", ["build"]],
  ["variables", "A = b:c\nB := x\nC ::= y\nD :::= z\nE ?= http://x\n", []],
  ["recipes with colons", "a:\n\techo b: c\n\tcurl http://x\n", ["a"]],
  ["comments", "# a: b\na: # c: d\n", ["a"]],
  ["a definition", "define TEXT\nx: y\nendef\na:\n", ["a"]],
  ["a condition", "ifeq ($(A),b)\na:\n\tx\nendif\n", ["a"]],
  ["a file that is included", "include more.mk\na:\n", ["a"], false],
  ["a file that may be included", "-include more.mk\n", [], false],
  ["a pattern", "%.o: %.c\na:\n", ["a"], false],
  ["a name that is computed", "$(NAME): x\na:\n", ["a"], false],
  ["a call that may make rules", "$(eval $(call rule,x))\n", [], false],
  ["a megabyte of spaces", " ".repeat(1_000_000), []],
  ["a megabyte of words without a colon", "a ".repeat(500_000), []],
];

const justfiles: readonly Case[] = [
  ["a recipe", "build:\n  gcc\n", ["build"]],
  ["a quiet recipe", "@build: test\n  x\n", ["build"]],
  ["parameters", "deploy env='a:b' *rest: build\n  x\n", ["deploy"]],
  ["a parameter with a command as default", "tag v=`date +%H:%M`:\n", ["tag"]],
  ["an alias", "alias b := build\n", ["b"]],
  ["settings and variables", 'set shell := ["sh"]\nname := "a: b"\nexport X := "y"\n', []],
  ["bodies", "a:\n  echo b: c\n\techo d: e\n", ["a"]],
  ["attributes and comments", "# x: y\n[private]\na:\n", ["a"]],
  ["a file that is imported", "import 'more.just'\na:\n", ["a"], false],
  ["a module", "mod infra\n", [], false],
  ["a megabyte of quotation marks", `a ${"\"'`".repeat(300_000)}`, []],
  ["a megabyte of spaces", `a${" ".repeat(1_000_000)}`, []],
];

for (const [file, read, cases] of [
  ["Makefile", makefileOf, makefiles] as const,
  ["justfile", justfileOf, justfiles] as const,
]) {
  for (const [what, text, names, complete = true] of cases) {
    test(`a ${file} with ${what} is read`, () => {
      const found = read(text);
      assert.deepEqual([found.names, found.complete], [names, complete]);
    });
  }
}
