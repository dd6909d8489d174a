/** The script that a shell evaluates at its start; a broken memory must not delay the shell. */
import { initScript, type LiveShell, powershellScript } from "../capture/shells/init-script.ts";
import { shellGlobs } from "../core/screen/shell-globs.ts";
import { makeDirectory } from "../store/files/durable-files.ts";
import { homeFrom } from "../store/files/home.ts";
import type { Env } from "../verbs/call/environment.ts";
import { readSettings } from "../verbs/call/resolve-place.ts";

/** The text for the shell's start-up file; creates the spool directory and opens no database. */
export async function shellScript(
  env: Env,
  shell: LiveShell | "powershell",
  { note, searchKey = false }: { readonly note?: (text: string) => void; readonly searchKey?: boolean } = {},
): Promise<string> {
  const home = homeFrom(env);
  const { config } = await readSettings(home, note === undefined ? {} : { note });
  makeDirectory(home.spool);
  const options = {
    spoolDir: home.spool,
    globs: shellGlobs(),
    ignore: config["capture.ignore"],
    privatePatterns: config["capture.private"],
  };
  if (shell === "powershell") return powershellScript(options);
  return initScript(shell, {
    ...options,
    ...(config["predict.enabled"] && { predictions: home.predictions }),
    searchKey,
  });
}

/** Another writer is not waited for. */
const BUSY_MS = 20;

/** Takes in what earlier shells spooled, if that can be done at once. */
export async function takeInAtStart(env: Env): Promise<void> {
  try {
    const { openMemory } = await import("./memory.ts");
    (await openMemory(env, { isQuick: true, busyMs: BUSY_MS })).close();
  } catch {
    // The shell starts anyway; the next command takes it in or says why it cannot.
  }
}
