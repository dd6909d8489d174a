/** The command line: parses, opens the memory as far as the command needs it, runs it, and says what came of it. */
import { errnoOf, OldhandError } from "../core/base/error.ts";
import type { ExitCode } from "./command.ts";
import { failureOf } from "./failure.ts";
import { groupHelp } from "./help.ts";
import { type Io, processIo } from "./io.ts";
import { documentOf } from "./json.ts";
import { withMemory } from "./memory-for.ts";
import { pageFor } from "./page.ts";
import { type Parsed, parse, wantsJson } from "./parse.ts";

export async function main(argv: readonly string[]): Promise<never> {
  // Everything is written by now. Ending here spares Node from taking its heap apart, object by object.
  process.exit(await run(argv, processIo()));
}

export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const isJson = wantsJson(argv);
  try {
    const parsed = parse(argv);
    if (parsed.outcome === "group") return groupAlone(parsed.words, { io, isJson });
    return await answer(parsed, { io: entered(io, parsed), isJson });
  } catch (error) {
    const { exit, json, text } = failureOf(error, io.env);
    if (isJson) io.out.write(documentOf(json));
    // The unexpected may be that stdout takes nothing any more.
    if (!isJson || json.error.code === "unexpected") io.err.write(`oldhand: ${text}\n`);
    return exit;
  }
}

type Way = { readonly io: Io; readonly isJson: boolean };

async function answer(parsed: Extract<Parsed, { outcome: "command" }>, { io, isJson }: Way): Promise<ExitCode> {
  const { command, args, given, scope } = parsed;
  const note = (text: string): void => io.err.write(`oldhand: ${text}\n`);
  const call = { io, isJson, scope, args, given, note };
  const { json, text, exit = 0, isRefusal, asJson } = await withMemory(command, call);
  const outlet = isRefusal ? io.err : io.out;
  if (isJson || asJson) io.out.write(documentOf(json));
  else {
    const noColor = given.has("no-color");
    const page = pageFor({ columns: outlet.columns, variables: io.env.variables, noColor });
    const told = text(page);
    if (told !== "") outlet.write(`${isRefusal ? "oldhand: " : ""}${told}\n`);
  }
  return exit;
}

/** `oldhand record` alone: what it could have been, told as a mistake. */
function groupAlone(words: readonly string[], { io, isJson }: Way): ExitCode {
  const message = `\`oldhand ${words.join(" ")}\` needs to know what to do.`;
  if (isJson) io.out.write(documentOf({ error: { code: "usage", message } }));
  else {
    const page = pageFor({ columns: io.err.columns, variables: io.env.variables, noColor: false });
    io.err.write(`oldhand: ${message}\n\n${groupHelp(words, page)}\n`);
  }
  return 2;
}

function entered(io: Io, { given }: Extract<Parsed, { outcome: "command" }>): Io {
  const dir = given.value("directory");
  if (dir === undefined) return io;
  try {
    return { ...io, env: { ...io.env, cwd: io.enter(dir) } };
  } catch (error) {
    const what = errnoOf(error) === "ENOENT" ? "does not exist" : "is no directory that can be entered";
    throw new OldhandError("usage", `-C ${dir}: it ${what}.`, { cause: error });
  }
}
