// What the README shows is what the program prints.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "../../../scripts/build.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("every command of the README prints what the README shows", async (t) => {
  await build();
  const home = mkdtempSync(join(tmpdir(), "oldhand-readme-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  spawnSync("git", ["init", "-q", home]);
  const steps = stepsOf(readFileSync(join(root, "README.md"), "utf8"));
  assert.ok(steps.length > 5);
  for (const { command, shows } of steps) {
    assert.equal(printed(command, home), shows, command);
  }
});

type Step = { readonly command: string; readonly shows: string };

/** The `$` lines of console blocks, each with what stands under it. */
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

/** Ids and nonces differ from run to run; the README writes … for them. */
function printed(command: string, home: string): string {
  const program = join(root, "dist", "oldhand.cjs");
  const line = `"${process.execPath}" "${program}" ${command} 2>&1`;
  const env = { ...process.env, OLDHAND_HOME: join(home, "memory"), HOME: tmpdir() };
  const { stdout } = spawnSync("sh", ["-c", line], { cwd: home, env, encoding: "utf8" });
  return stdout
    .trimEnd()
    .replace(/\brec_[0-9a-z]{18}\b/g, "rec_…")
    .replace(/oldhand-memory-[0-9a-f]{32}/g, "oldhand-memory-…");
}
