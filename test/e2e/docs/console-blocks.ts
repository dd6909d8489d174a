/** The console blocks of a document: the commands in them, and what each prints in a home made for it. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";
import { livedInHome } from "../../fixtures/lived-in/home.ts";
import { program } from "../cli/program.ts";

export type Step = { readonly command: string; readonly shows: string };

/** The `$` lines of console blocks, each with the output below it. */
export function stepsOf(document: string): Step[] {
  const blocks = [...document.matchAll(/^```console\n(.*?)^```/gms)].map((block) => block[1]!);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ oldhand(?: |(?=\n))/m)
      .slice(1)
      .map((part) => {
        const [command = "", ...shows] = part.trimEnd().split("\n");
        return { command, shows: shows.join("\n") };
      }),
  );
}

/** The day that the lived-in home of the documents ends on. */
const NOW_MS = Date.UTC(2026, 10, 16, 9);

/** Runs commands one after another in the shop of a lived-in home; ids of records and the home's path are written as … and ~. */
export function livedInConsole(t: Cleaning): (command: string) => string {
  const { home, projects, env } = livedInHome(tempDir(t, "home"), t, { nowMs: NOW_MS });
  const clock = join(home, "..", "now");
  writeFileSync(clock, String(NOW_MS));
  const known = { ...env, OLDHAND_TEST: "1", OLDHAND_NOW_FILE: clock };
  return (command) => {
    const line = ["exec", `"${process.execPath}"`, ...AS_PERSON, `"${program}"`, `${command} 2>&1`].join(" ");
    const { stdout } = spawnSync("sh", ["-c", line], { cwd: projects.shop, env: known, encoding: "utf8" });
    return stdout
      .trimEnd()
      .replaceAll(home, "~")
      .replace(/\b(rec|ses|evt|prj)_[0-9a-z]{18}\b/g, "$1_…")
      .replace(/oldhand-memory-[0-9a-f]{32}/g, "oldhand-memory-…");
  };
}
