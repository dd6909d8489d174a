/** The fingerprint of a command changes with the files that it uses, and with no others. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fingerprintChange } from "../../../src/core/plan/plan.ts";
import { runFingerprint } from "../../../src/system/run/run-fingerprint.ts";
import { tempDir } from "../../fixtures/git-repo.ts";

type Tree = {
  readonly cwd: string;
  readonly env: Record<string, string | undefined>;
  write(path: string, text: string): void;
};

function tree(t: TestContext): Tree {
  const root = tempDir(t, "root");
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
    chmodSync(join(root, path), 0o755);
  };
  for (const path of [
    "package.json",
    "app/package.json",
    "app/Makefile",
    "app/deploy.sh",
    "bin/ship",
    "app/sub/run.py",
  ])
    write(path, `# ${path}\n`);
  write("app/data.txt", "data");
  return { cwd: join(root, "app"), env: { PATH: `${join(root, "bin")}:/usr/bin:/bin`, HOME: root }, write };
}

const CHANGES: readonly (readonly [command: string, file: string, seen: boolean])[] = [
  ["npm test", "app/package.json", true],
  ["sudo npm run build -- --watch", "app/package.json", true],
  ["npm test", "package.json", false],
  ["cd .. && npm test", "package.json", true],
  ["make all", "app/Makefile", true],
  ["make all", "app/GNUmakefile", true],
  ["cd .. ; make -C app", "app/Makefile", true],
  ["./deploy.sh --now", "app/deploy.sh", true],
  ["bash deploy.sh", "app/deploy.sh", true],
  ["bash -c './deploy.sh && true'", "app/deploy.sh", true],
  [". ./deploy.sh", "app/deploy.sh", true],
  ["true | ./deploy.sh | cat", "app/deploy.sh", true],
  ["if true; then ./deploy.sh; fi", "app/deploy.sh", true],
  ["python3 sub/run.py", "app/sub/run.py", true],
  ["cd sub && python3 run.py", "app/sub/run.py", true],
  ["ship it", "bin/ship", true],
  // A new program that comes first in PATH.
  ["ls", "bin/ls", true],
  ["cat data.txt", "app/data.txt", false],
  ["echo hello", "app/package.json", false],
];

for (const [command, file, seen] of CHANGES) {
  test(`when ${file} changes under \`${command}\`, the fingerprint ${seen ? "changes" : "stays"}`, (t) => {
    const { cwd, env, write } = tree(t);
    const before = runFingerprint([command], { cwd, env });
    assert.equal(fingerprintChange(before, runFingerprint([command], { cwd, env })), undefined);
    write(file, "something else\n");
    const shift = fingerprintChange(before, runFingerprint([command], { cwd, env }));
    if (seen) assert.match(shift ?? "", new RegExp(`${file.split("/").at(-1)} changed|is gone`));
    else assert.equal(shift, undefined);
  });
}

test("a deleted script changes the fingerprint", (t) => {
  const { cwd, env } = tree(t);
  const before = runFingerprint(["./deploy.sh"], { cwd, env });
  rmSync(join(cwd, "deploy.sh"));
  assert.equal(
    fingerprintChange(before, runFingerprint(["./deploy.sh"], { cwd, env })),
    `${join(cwd, "deploy.sh")} was deleted`,
  );
});

const DIRECTORIES: readonly (readonly [what: string, change: (cwd: string) => void])[] = [
  ["deleted", (cwd) => rmSync(cwd, { recursive: true })],
  [
    "recreated",
    (cwd) => {
      rmSync(cwd, { recursive: true });
      mkdirSync(cwd);
    },
  ],
  [
    "replaced by a link to itself",
    (cwd) => {
      renameSync(cwd, `${cwd}-moved`);
      symlinkSync(`${cwd}-moved`, cwd);
    },
  ],
  [
    "replaced by a file",
    (cwd) => {
      rmSync(cwd, { recursive: true });
      writeFileSync(cwd, "");
    },
  ],
];

for (const [what, change] of DIRECTORIES) {
  test(`a directory that was ${what} changes the fingerprint`, (t) => {
    const { cwd, env } = tree(t);
    const before = runFingerprint(["true"], { cwd, env });
    writeFileSync(join(cwd, "new file"), "");
    assert.equal(fingerprintChange(before, runFingerprint(["true"], { cwd, env })), undefined);
    change(cwd);
    assert.match(
      fingerprintChange(before, runFingerprint(["true"], { cwd, env })) ?? "",
      /^the directory was replaced/,
    );
  });
}

const VARIABLES: readonly (readonly [change: Record<string, string | undefined>, seen: boolean])[] = [
  [{ LD_PRELOAD: "/tmp/x.so" }, true],
  [{ PATH: "/tmp:/usr/bin" }, true],
  [{ HOME: undefined }, true],
  [{ SHLVL: "3", _: "/usr/bin/node" }, false],
];

for (const [change, seen] of VARIABLES) {
  test(`with ${JSON.stringify(change)} the fingerprint of the environment ${seen ? "changes" : "stays"}`, (t) => {
    const { cwd, env } = tree(t);
    const shift = fingerprintChange(
      runFingerprint(["true"], { cwd, env }),
      runFingerprint(["true"], { cwd, env: { ...env, ...change } }),
    );
    assert.equal(shift, seen ? "the environment changed" : undefined);
  });
}
