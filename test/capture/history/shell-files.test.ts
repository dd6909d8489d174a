/** Every format of history, as real shells wrote it, gives back the commands that were typed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type ReadEntry, sourceNamed } from "../../../src/capture/history/sources.ts";

function read(name: string, bytes: Buffer, chunkBytes = bytes.length): ReadEntry[] {
  const source = sourceNamed(name);
  assert.ok(source !== undefined && source.read !== "rows");
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  return [...source.read(chunks)];
}

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/history/${name}.history`, import.meta.url));

const at = (seconds: number) => ({ startMs: seconds * 1000 });

const ZSH = [
  "git status",
  "echo 'first\nsecond'",
  "echo ünïcode ✓ 漢字",
  `ls | grep "it's"`,
  "echo 'a\\b' \\\n  joined",
  "cat <<X\nhello\nX",
  "echo ends with backslash \\\\",
  "  echo hidden?",
  "for i in 1 2\ndo\necho $i\ndone",
  "git status",
  " exit",
];

const RECORDED: readonly { source: string; file: string; entries: readonly ReadEntry[] }[] = [
  {
    source: "zsh",
    file: "zsh-extended",
    entries: ZSH.map((command, index) => ({
      command,
      ...at(index < 6 ? 1794786583 : 1794786584),
      ...(index === 5 ? { durationMs: 1000 } : {}),
    })),
  },
  { source: "zsh", file: "zsh-plain", entries: ZSH.map((command) => ({ command })) },
  {
    source: "bash",
    file: "bash-times",
    entries: [
      "git status",
      "echo 'first\nsecond'",
      "echo ünïcode ✓ 漢字",
      `ls | grep "it's"`,
      "echo 'a\\b'   joined",
      "cat <<X\nhello\nX\n",
      "echo ends with backslash \\\\",
      "  echo hidden?",
      "for i in 1 2\ndo\necho $i\ndone",
      "git status",
      " exit",
    ].map((command) => ({ command, ...at(1794786585) })),
  },
  {
    source: "bash",
    file: "bash-plain",
    // Without times bash itself cannot tell where a command of several lines begins.
    entries: [
      "git status",
      "echo 'first",
      "second'",
      "echo ünïcode ✓ 漢字",
      `ls | grep "it's"`,
      "echo 'a\\b'   joined",
      "cat <<X",
      "hello",
      "X",
      "",
      "echo ends with backslash \\\\",
      "  echo hidden?",
      "for i in 1 2; do echo $i; done",
      "git status",
      " exit",
    ].map((command) => ({ command })),
  },
  {
    source: "fish",
    file: "fish",
    entries: [
      "git status",
      "echo 'first\nsecond'",
      "echo ünïcode ✓ 漢字",
      "echo 'a\\b' \\\n  joined",
      "cat /etc/hostname",
      "begin\necho 1\nend",
      "git status",
    ].map((command) => ({ command, ...at(1794786588) })),
  },
  {
    source: "powershell",
    file: "powershell",
    entries: ["Get-ChildItem", "Set-Location src", "foreach ($i in 1..2) {\n  $i\n}", "git status"].map((command) => ({
      command,
    })),
  },
];

for (const { source, file, entries } of RECORDED) {
  test(`${file}: commands are read as the shell wrote them`, () => {
    assert.deepEqual(read(source, fixture(file)), entries);
  });

  test(`${file}: it does not matter where the blocks are cut`, () => {
    for (const size of [1, 2, 7]) assert.deepEqual(read(source, fixture(file), size), entries);
  });
}

const long = "x".repeat((1 << 20) + 1);
const TOO_LONG = { skipped: "longer than 1 MB" };

const ODD: readonly { name: string; source: string; text: string | Buffer; entries: readonly ReadEntry[] }[] = [
  { name: "an empty zsh file", source: "zsh", text: "", entries: [] },
  { name: "a last line that has no end", source: "zsh", text: "a\nb", entries: [{ command: "a" }, { command: "b" }] },
  { name: "a last line that goes on nowhere", source: "zsh", text: "a\\", entries: [{ command: "a" }] },
  {
    name: "plain lines among extended ones",
    source: "zsh",
    text: ": 1700000000:0;a\nb\n: x:0;c\n",
    entries: [{ command: "a", ...at(1700000000) }, { command: "b" }, { command: ": x:0;c" }],
  },
  { name: "a time of zero", source: "zsh", text: ": 0:0;a\n", entries: [{ command: "a" }] },
  {
    name: "bytes that are not UTF-8",
    source: "bash",
    text: Buffer.from("echo caf\xe9\n", "latin1"),
    entries: [{ command: "echo café" }],
  },
  {
    name: "a line over a megabyte in zsh",
    source: "zsh",
    text: `a\n${long}\nb\n`,
    entries: [{ command: "a" }, TOO_LONG, { command: "b" }],
  },
  {
    name: "a line over a megabyte in bash",
    source: "bash",
    text: `a\n${long}\nb\n`,
    entries: [{ command: "a" }, TOO_LONG, { command: "b" }],
  },
  {
    name: "a line over a megabyte in fish",
    source: "fish",
    text: `- cmd: a\n  when: 1700000000\n- cmd: ${long}\n`,
    entries: [{ command: "a", ...at(1700000000) }, TOO_LONG],
  },
  {
    name: "a line over a megabyte in PowerShell",
    source: "powershell",
    text: `a\r\n${long}\r\nb\r\n`,
    entries: [{ command: "a" }, TOO_LONG, { command: "b" }],
  },
  {
    name: "times that start in the middle of the file",
    source: "bash",
    text: "a\n#1700000000\nb\nc\n",
    entries: [{ command: "a" }, { command: "b", ...at(1700000000) }, { command: "c" }],
  },
  {
    name: "two times in a row",
    source: "bash",
    text: "#1700000000\n#1700000001\na\n",
    entries: [{ command: "a", ...at(1700000001) }],
  },
  {
    name: "a comment that is a command",
    source: "bash",
    text: "# 12\n#12x\n",
    entries: [{ command: "# 12" }, { command: "#12x" }],
  },
  {
    name: "a line that is not an entry of fish",
    source: "fish",
    text: "nonsense\n- cmd: a\n  when: soon\n  paths:\n    - x\n",
    entries: [{ skipped: "not an entry" }, { command: "a" }],
  },
];

for (const { name, source, text, entries } of ODD) {
  test(`${name}`, () => {
    assert.deepEqual(read(source, Buffer.from(text)), entries);
    assert.deepEqual(read(source, Buffer.from(text), 1 << 16), entries);
  });
}
