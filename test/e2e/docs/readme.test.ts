// What the README shows is what the program prints.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "../../../scripts/build.ts";
import { AS_PERSON } from "../../fixtures/as-person.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("every command of the README prints what the README shows", async (t) => {
  await build();
  const home = mkdtempSync(join(tmpdir(), "oldhand-readme-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  spawnSync("git", ["init", "-q", home]);
  writeFileSync(join(home, "history.txt"), HISTORY);
  writeFileSync(join(home, "package.json"), JSON.stringify({ scripts: { test: "node --test" } }));
  mkdirSync(join(home, ".git", "programs"));
  // The plan names pnpm, which not every machine has.
  writeFileSync(join(home, ".git", "programs", "pnpm"), "#!/bin/sh\n", { mode: 0o755 });
  const steps = stepsOf(readFileSync(join(root, "README.md"), "utf8"));
  assert.ok(steps.length > 5);
  for (const { command, shows } of steps) {
    assert.equal(printed(command, home), shows, command);
  }
});

/** What the README imports: thirteen lines as zsh writes them. */
const HISTORY = [
  ...[1, 2, 3].flatMap((n) => [": git add -A", `: git commit -m "change ${n}"`, ": git push"]),
  ...Array.from({ length: 4 }, () => ": npm test"),
]
  .map((line, at) => `: ${1_763_000_000 + Math.floor(at / 3) * 10_000 + at * 10}:1;${line.slice(2)}\n`)
  .join("");

type Step = { readonly command: string; readonly shows: string };

/** The `$` lines of console blocks, each with the output below it. */
function stepsOf(readme: string): Step[] {
  const blocks = [...readme.matchAll(/^```console\n(.*?)^```/gms)].map((block) => block[1]!);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ oldhand /m)
      .slice(1)
      .map((part) => {
        const [command, ...shows] = part.trimEnd().split("\n");
        return { command: command!, shows: shows.join("\n") };
      }),
  );
}

/** Ids, nonces and the directory differ from run to run; the README writes … and ~/app for them. */
function printed(command: string, home: string): string {
  const program = join(root, "dist", "oldhand.cjs");
  const line = `"${process.execPath}" ${AS_PERSON.join(" ")} "${program}" ${command} 2>&1`;
  // Without what `npm test` sets: an approval covers the folders that such variables name.
  const env = {
    PATH: `${join(home, ".git", "programs")}:${process.env.PATH}`,
    OLDHAND_HOME: join(home, "memory"),
    HOME: tmpdir(),
  };
  const { stdout } = spawnSync("sh", ["-c", line], { cwd: home, env, encoding: "utf8" });
  return stdout
    .trimEnd()
    .replaceAll(realpathSync(home), "~/app")
    .replaceAll(`~/${basename(home)}`, "~/app")
    .replace(/\b(rec|sug)_[0-9a-z]{18}\b/g, "$1_…")
    .replace(/oldhand-memory-[0-9a-f]{32}/g, "oldhand-memory-…");
}
