/** Histories are found in the places of their programs. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { findSources } from "../../../src/capture/history/sources.ts";

function found(files: readonly string[], variables: (home: string) => Record<string, string> = () => ({})): string[] {
  const home = mkdtempSync(join(tmpdir(), "oldhand-sources-"));
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), "ls\n");
  }
  const all = findSources({ HOME: home, ...variables(home) });
  rmSync(home, { recursive: true });
  return all.map(({ name, file, bytes }) => `${name} ${file.slice(home.length + 1)} ${bytes}`);
}

const CASES: readonly {
  name: string;
  files: readonly string[];
  variables?: (home: string) => Record<string, string>;
  expected: readonly string[];
}[] = [
  { name: "an empty home", files: [], expected: [] },
  {
    name: "every default place",
    files: [
      ".zsh_history",
      ".zhistory",
      ".bash_history",
      ".local/share/fish/fish_history",
      ".local/share/fish/work_history",
      ".local/share/powershell/PSReadLine/ConsoleHost_history.txt",
      ".local/share/atuin/history.db",
      ".local/state/zsh/history",
    ],
    expected: [
      "zsh .zsh_history 3",
      "zsh .zhistory 3",
      "zsh .local/state/zsh/history 3",
      "bash .bash_history 3",
      "fish .local/share/fish/fish_history 3",
      "fish .local/share/fish/work_history 3",
      "powershell .local/share/powershell/PSReadLine/ConsoleHost_history.txt 3",
      "atuin .local/share/atuin/history.db 3",
    ],
  },
  {
    name: "places that variables name",
    files: [
      "z/.zsh_history",
      "d/fish/fish_history",
      "d/atuin/history.db",
      "app/Microsoft/Windows/PowerShell/PSReadLine/x_history.txt",
    ],
    variables: (home) => ({ ZDOTDIR: join(home, "z"), XDG_DATA_HOME: join(home, "d"), APPDATA: join(home, "app") }),
    expected: [
      "zsh z/.zsh_history 3",
      "fish d/fish/fish_history 3",
      "powershell app/Microsoft/Windows/PowerShell/PSReadLine/x_history.txt 3",
      "atuin d/atuin/history.db 3",
    ],
  },
  {
    name: "HISTFILE by its name",
    files: ["my-zsh-log"],
    variables: (home) => ({ HISTFILE: join(home, "my-zsh-log"), SHELL: "/bin/bash" }),
    expected: ["zsh my-zsh-log 3"],
  },
  {
    name: "HISTFILE by the login shell",
    files: ["log"],
    variables: (home) => ({ HISTFILE: join(home, "log"), SHELL: "/bin/bash" }),
    expected: ["bash log 3"],
  },
  {
    name: "the same file named twice",
    files: [".zsh_history"],
    variables: (home) => ({ HISTFILE: join(home, ".zsh_history"), ZDOTDIR: home }),
    expected: ["zsh .zsh_history 3"],
  },
  {
    name: "a directory in place of a file, and a link to a file that is known",
    files: [".zhistory/x", ".zsh_history"],
    variables: (home) => {
      symlinkSync(join(home, ".zsh_history"), join(home, ".histfile"));
      return {};
    },
    expected: ["zsh .zsh_history 3"],
  },
];

for (const { name, files, variables, expected } of CASES) {
  test(`sources: ${name}`, () => assert.deepEqual(found(files, variables), expected));
}

test("without a home there is nothing to find", () => assert.deepEqual(findSources({}), []));
