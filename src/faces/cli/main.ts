/** The command line: parses, opens the memory as the command needs it, runs the command and prints its answer. */

import { type ErrorCode, errnoOf, OldhandError } from "../../core/base/error.ts";
import { cleanInvisible } from "../../core/screen/invisible.ts";
import type { Env } from "../../verbs/call/environment.ts";
import type { ExitCode } from "../../verbs/declare/verb.ts";
import { documentOf } from "../../verbs/print/json.ts";
import { styleFor } from "../../verbs/print/style.ts";
import { nameOf } from "./command.ts";
import { groupHelp } from "./help/help-text.ts";
import { type Io, processIo } from "./io.ts";
import { type ParsedCommand, parse, wantsJson } from "./parse/arguments.ts";
import { runVerb, type Typed } from "./run-verb.ts";

export async function main(argv: readonly string[]): Promise<never> {
  // Everything is written by now; exiting here saves Node from tearing down its heap.
  process.exit(await run(argv, processIo()));
}

export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const isJson = wantsJson(argv);
  try {
    const parsed = parse(argv);
    if (parsed.outcome === "group") return printGroup(parsed.words, { io, isJson });
    if (parsed.oldName !== undefined)
      io.err.write(`oldhand: \`oldhand ${parsed.oldName}\` is now \`${nameOf(parsed.command)}\`.\n`);
    return await runCommand({ parsed, io: inDirectory(io, parsed), isJson, typed: argv });
  } catch (error) {
    const { exit, json, text } = failureFor(error, io.env);
    if (isJson) io.out.write(documentOf(json));
    // The unexpected error may be that stdout cannot be written.
    if (!isJson || json.error.code === "unexpected") io.err.write(`oldhand: ${text}\n`);
    return exit;
  }
}

async function runCommand(typed: Typed): Promise<ExitCode> {
  const { io, isJson, parsed } = typed;
  const { json, text, exit, isRefusal, asJson } = await runVerb(typed);
  const output = isRefusal ? io.err : io.out;
  if (isJson || asJson) io.out.write(documentOf(json));
  else {
    const noColor = parsed.given.has("no-color");
    const answer = text(styleFor({ columns: output.columns, variables: io.env.variables, noColor }));
    if (answer !== "") output.write(`${isRefusal ? "oldhand: " : ""}${answer}\n`);
  }
  return exit;
}

/** `oldhand record` alone is wrong usage; the answer lists its commands. */
function printGroup(words: readonly string[], { io, isJson }: Pick<Typed, "io" | "isJson">): ExitCode {
  const message = `\`oldhand ${words.join(" ")}\` needs a command.`;
  if (isJson) io.out.write(documentOf({ error: { code: "usage", message } }));
  else {
    const style = styleFor({ columns: io.err.columns, variables: io.env.variables, noColor: false });
    io.err.write(`oldhand: ${message}\n\n${groupHelp(words, style)}\n`);
  }
  return 2;
}

function inDirectory(io: Io, { given }: ParsedCommand): Io {
  const dir = given.value("directory");
  if (dir === undefined) return io;
  try {
    return { ...io, env: { ...io.env, cwd: io.chdir(dir) } };
  } catch (error) {
    const what = errnoOf(error) === "ENOENT" ? "does not exist" : "is not a directory that can be entered";
    throw new OldhandError("usage", `Invalid -C. ${dir} ${what}.`, { cause: error });
  }
}

const EXITS: Partial<Readonly<Record<ErrorCode, ExitCode>>> = { usage: 2, ambiguous: 2, "not-found": 3 };

/** An error as one line for people and one document for programs, with its exit code. */
export function failureFor(error: unknown, { variables }: Pick<Env, "variables">) {
  const code = error instanceof OldhandError ? error.code : "unexpected";
  const stack = variables.OLDHAND_DEBUG === "1" && error instanceof Error ? `\n${error.stack}` : "";
  const message = code === "unexpected" ? unexpectedMessage(error) : (error as Error).message;
  const exit = code === "unexpected" ? 1 : (EXITS[code] ?? 1);
  return { exit, json: { error: { code, message } }, text: cleanInvisible(message) + stack };
}

function unexpectedMessage(error: unknown): string {
  const original = error instanceof Error ? error.message : String(error);
  const errno = errnoOf(error);
  const name = errno !== undefined && !original.includes(errno) ? ` (${errno})` : "";
  const line = original.split("\n")[0]!.trim().replace(/\.$/, "");
  return `Unexpected error: ${line}${name}. Set OLDHAND_DEBUG=1 to see where it happened.`;
}
