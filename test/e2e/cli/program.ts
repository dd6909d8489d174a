/** Runs the built program with a home and a directory made for one test. */
import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { type Cleaning, tempDir } from "../../fixtures/git-repo.ts";

export const program = fileURLToPath(new URL("../../../dist/oldhand.cjs", import.meta.url));

export type Ran = { readonly status: number | null; readonly out: string; readonly err: string };

export type ProgramSandbox = {
  readonly home: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  oldhand(argv: readonly string[], options?: SpawnSyncOptions): Ran;
  /** Runs a bash script in which `oldhand` is the built program. */
  line(script: string): Ran;
};

export function place(t: Cleaning): ProgramSandbox {
  const root = tempDir(t, "place");
  const [home, project] = [join(root, "home"), join(root, "app")];
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}\n");
  const env = { PATH: process.env.PATH, HOME: root, OLDHAND_HOME: home };
  const start = (file: string, args: readonly string[], options: SpawnSyncOptions = {}): Ran => {
    const done = spawnSync(file, args, { cwd: project, env, maxBuffer: 1e8, ...options, encoding: "utf8" });
    return { status: done.status, out: done.stdout, err: done.stderr };
  };
  return {
    home,
    project,
    env,
    oldhand: (argv, options) => start(process.execPath, [...AS_PERSON, program, ...argv], options),
    line: (script) =>
      start("bash", ["-c", `oldhand() { "${process.execPath}" ${AS_PERSON.join(" ")} "${program}" "$@"; }\n${script}`]),
  };
}
