/** The command line: parses, opens the memory as the command needs it, runs the command and prints its answer. */
import type { Env } from "../context/environment.ts";
import { type ErrorCode, errnoOf, OldhandError } from "../core/base/error.ts";
import { cleanInvisible } from "../core/screen/invisible.ts";
import type { ExitCode } from "./command.ts";
import { groupHelp } from "./help/help-text.ts";
import { type Io, processIo } from "./io.ts";
import { documentOf } from "./output/json.ts";
import { styleFor } from "./output/style.ts";
import { type Parsed, parse, wantsJson } from "./parse/arguments.ts";
import { withMemory } from "./with-memory.ts";

export async function main(argv: readonly string[]): Promise<never> {
  // Everything is written by now; exiting here saves Node from tearing down its heap.
  process.exit(await run(argv, processIo()));
}

export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const isJson = wantsJson(argv);
  try {
    const parsed = parse(argv);
    if (parsed.outcome === "group") return printGroup(parsed.words, { io, isJson });
    return await runCommand(parsed, { io: inDirectory(io, parsed), isJson, argv });
  } catch (error) {
    const { exit, json, text } = failureFor(error, io.env);
    if (isJson) io.out.write(documentOf(json));
    // The unexpected error may be that stdout cannot be written.
    if (!isJson || json.error.code === "unexpected") io.err.write(`oldhand: ${text}\n`);
    return exit;
  }
}

type Streams = { readonly io: Io; readonly isJson: boolean };
type ParsedCommand = Extract<Parsed, { outcome: "command" }>;

async function runCommand(
  parsed: ParsedCommand,
  { io, isJson, argv }: Streams & { readonly argv: readonly string[] },
): Promise<ExitCode> {
  const { command, args, given, scope } = parsed;
  const noted = new Set<string>();
  // A command may open the memory more than once; what it finds there is printed once.
  const note = (text: string): void => {
    if (!noted.has(text)) io.err.write(`oldhand: ${text}\n`);
    noted.add(text);
  };
  const call = { io, isJson, scope, args, given, argv, note };
  const { json, text, exit = 0, isRefusal, asJson } = await withMemory(command, call);
  const output = isRefusal ? io.err : io.out;
  if (isJson || asJson) io.out.write(documentOf(json));
  else {
    const noColor = given.has("no-color");
    const answer = text(styleFor({ columns: output.columns, variables: io.env.variables, noColor }));
    if (answer !== "") output.write(`${isRefusal ? "oldhand: " : ""}${answer}\n`);
  }
  return exit;
}

/** `oldhand record` alone is wrong usage; the answer lists its commands. */
function printGroup(words: readonly string[], { io, isJson }: Streams): ExitCode {
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
