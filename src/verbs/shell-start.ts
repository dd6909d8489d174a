/** What a shell takes at its start. It waits for this, so nothing that is wrong with the memory may hold it up. */
import { initScript, type LiveShell } from "../capture/shells/init-script.ts";
import { readConfig } from "../core/base/config.ts";
import { shellGlobs } from "../core/screen/clean.ts";
import type { Env } from "../env.ts";
import { homeOf } from "../open.ts";
import { makeDirectory } from "../store/local/files.ts";
import { rawConfig } from "./standing.ts";

/** The text for the shell's start-up file; the place where it leaves its lines is made now. No database is asked. */
export async function shellScript(env: Env, shell: LiveShell): Promise<string> {
  const home = homeOf(env);
  const config = readConfig(await rawConfig(home));
  makeDirectory(home.spool);
  return initScript(shell, {
    spoolDir: home.spool,
    globs: shellGlobs(),
    ignore: config["capture.ignore"],
    privatePatterns: config["capture.private"],
  });
}

/** Whoever writes just now is not waited for. */
const BUSY_MS = 20;

/** Takes in what earlier shells left, where that can be done at once. */
export async function takeInAtStart(env: Env): Promise<void> {
  try {
    const { openMemory } = await import("../memory.ts");
    (await openMemory(env, { settle: "all", isQuick: true, busyMs: BUSY_MS, note: () => {} })).close();
  } catch {
    // The shell starts all the same, and the next command takes it in or says why it cannot.
  }
}
