/** Runs a command of the program for the project and home of a page server, as a person; returns its JSON. */
import { spawnSync } from "node:child_process";
import { AS_PERSON } from "../../fixtures/as-person.ts";
import { program } from "../cli/program.ts";
import type { PageServer } from "./page-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: each command has its own answer
export function oldhandIn({ project, env }: PageServer, args: readonly string[]): any {
  const done = spawnSync(process.execPath, [...AS_PERSON, program, ...args, "--json"], {
    cwd: project,
    env,
    encoding: "utf8",
  });
  return JSON.parse(done.stdout);
}
