/** Runs a verb for the command line: opens the memory as the verb needs it, reads its input, and closes the memory again. */
import { OldhandError } from "../../core/base/error.ts";
import type { OpenCall, OpenOptions } from "../../main/open-call.ts";
import { actorOf, fullContext, type OtherAct } from "../../verbs/call/call-context.ts";
import { type Field, optionOf } from "../../verbs/declare/field.ts";
import { type Raw, readInput, scopeIn, withFilesInProject } from "../../verbs/declare/read-input.ts";
import { invalidValue } from "../../verbs/declare/values.ts";
import type { AnyVerb, ExitCode, VerbCall } from "../../verbs/declare/verb.ts";
import type { Style } from "../../verbs/print/style.ts";
import { labelOf, typedFields } from "./command.ts";
import type { Io } from "./io.ts";
import { type ParsedCommand, seeHelp } from "./parse/arguments.ts";
import { screenOf } from "./terminal.ts";

/** One command as it was typed. */
export type Typed = {
  readonly parsed: ParsedCommand;
  readonly io: Io;
  readonly isJson: boolean;
  /** What was typed after `oldhand`. */
  readonly typed: readonly string[];
};

/** What a verb of the command line alone is given besides. */
export type CommandCall = VerbCall & Pick<Typed, "io" | "isJson">;

/** What a command answers, for programs and for people. */
export type Answer = {
  readonly json: object;
  readonly text: (style: Style) => string;
  readonly exit: ExitCode;
  /** A refusal is printed to stderr. */
  readonly isRefusal: boolean;
  /** JSON was requested without `--json`, as by `recall --format json`. */
  readonly asJson: boolean;
};

export async function runVerb(asTyped: Typed): Promise<Answer> {
  const { verb } = asTyped.parsed.command;
  const acts = new Set<OtherAct>();
  const onPersonAct = (act: OtherAct): void => void acts.add(act);
  const typed: Typed = { ...asTyped, io: { ...asTyped.io, env: { ...asTyped.io.env, onPersonAct } } };
  const screen = screenOf(typed);
  try {
    // Before anything is opened: wrong usage changes nothing.
    const input = inputOf(typed, screen.note);
    if (verb.needs === "nothing")
      return await answerOf(typed, screen, { input }).finally(() => notePersonActs(typed, acts));
    const opened = await open(typed, screen);
    try {
      await confirmFiles(verb, screen, opened);
      return await answerOf(typed, screen, { input, opened });
    } finally {
      await notePersonActs(typed, acts, opened).finally(() => opened.close());
    }
  } finally {
    screen.clear();
  }
}

/** For `review`, which lists those that nobody typed. */
async function notePersonActs({ parsed, io }: Typed, acts: ReadonlySet<OtherAct>, opened?: OpenCall): Promise<void> {
  const { verb } = parsed.command;
  if (acts.size === 0 || verb.act === "read" || actorOf(io.env) !== "person") return;
  try {
    const call = opened ?? (await (await import("../../main/open-call.ts")).openIfThere(io.env));
    const store = call && fullContext(call.context)?.store;
    for (const act of acts) store?.personActs.add({ atMs: io.env.clock(), verb: verb.name, act });
    if (opened === undefined) call?.close();
  } catch {
    // What was done stays done, also where the store cannot be written.
  }
}

type Screen = ReturnType<typeof screenOf>;

async function open({ parsed, io }: Typed, { note }: Screen): Promise<OpenCall> {
  const { command, given } = parsed;
  const { verb } = command;
  const scope = scopeIn(given.value("scope") ?? "");
  const options: OpenOptions = {
    // A dry run changes nothing, so it does not run what is due either.
    settle: given.has("dry-run") ? "files" : (verb.settle ?? "all"),
    asProject: verb.asProject === true || (verb.needs === "write" && scope === "project"),
    isQuick: verb.isQuick,
    note,
  };
  // Imported only now: help and completions need no database.
  const { openCall, openForPlanning, openForReading, openReadOnly } = await import("../../main/open-call.ts");
  if (verb.needs === "plan") return openForPlanning(io.env, options);
  if (verb.needs === "write") return openCall(io.env, options);
  const opening = options.settle === "files" ? openForReading(io.env, options) : openCall(io.env, options);
  const opened = await opening.catch(async (error: unknown) => {
    if (!(error instanceof OldhandError) || !READABLE_ANYWAY.has(error.code)) throw error;
    const readable = await openReadOnly(io.env, options);
    note(`${error.message} The memory is read-only here: usage is not recorded.`);
    return readable;
  });
  if (scope === "project" && opened.context.project === undefined) note("This directory is not in a project.");
  return opened;
}

/** The files can still be read if nothing can be written, or if a newer oldhand has written them. */
const READABLE_ANYWAY: ReadonlySet<string> = new Set(["read-only", "full", "too-new"]);

/** Before the answer, so that it is about files that the person has confirmed. */
async function confirmFiles(verb: AnyVerb, { terminal, note }: Screen, { context }: OpenCall): Promise<void> {
  const full = fullContext(context);
  if (verb.asksAboutFiles === true || verb.needs === "plan" || terminal === undefined || full === undefined) return;
  if (actorOf(context.env) === "agent") return;
  const { changedFileVerbs } = await import("../../verbs/record/kept/changed-file-verbs.ts");
  const { askAboutChangedFiles } = await import("../../verbs/record/ask-about-files.ts");
  await askAboutChangedFiles({ terminal, note }, changedFileVerbs(full));
}

type Input = Readonly<Record<string, unknown>>;
type Ready = { readonly input: Input; readonly opened?: OpenCall };

async function answerOf(one: Typed, screen: Screen, { input: read, opened }: Ready): Promise<Answer> {
  const { parsed, io, isJson, typed } = one;
  const { verb } = parsed.command;
  const { context, settled = { missing: [] } } = opened ?? {};
  const { note, progress, say, terminal } = screen;
  const place = { cwd: io.env.cwd, project: context?.project, label: (name: string) => labelIn(verb, name) };
  const input = withFilesInProject(verb.input, read, place);
  const asJson = verb.isJson?.(input) === true;
  const isForProgram = isJson || asJson;
  const call: CommandCall = {
    ...{ env: io.env, context, settled, note, progress, say, isForProgram, typed, io, isJson },
    stdin: () => inputText("-", { io, note }),
    ...(terminal !== undefined && { terminal }),
  };
  const result = await verb.run(call, input);
  const remark = isForProgram ? undefined : verb.remark?.(result, input);
  if (remark !== undefined) note(remark);
  const isRefusal = "outcome" in result && result.outcome === "refused";
  const exit = isRefusal ? 1 : (verb.exit?.(result) ?? 0);
  const json = verb.json?.(result, input) ?? result;
  return { json, text: (style) => verb.print(result, style, input), exit, isRefusal, asJson };
}

/** How a field is called where it is typed. */
function labelIn(verb: AnyVerb, name: string): string {
  const field: Field = verb.input[name] ?? { type: "line", help: "" };
  return field.at === undefined ? `--${optionOf(name, field)}` : labelOf(name, field);
}

function inputOf(typed: Typed, note: (text: string) => void): Input {
  const { verb, words } = typed.parsed.command;
  const scope = typed.parsed.given.value("scope");
  if (scope !== undefined && verb.input.scope === undefined && scopeIn(scope) === undefined)
    throw invalidValue("--scope", { expected: "global or project", value: scope });
  const label = (name: string): string => labelIn(verb, name);
  const reading = { nowMs: typed.io.env.clock(), label, hint: ` ${seeHelp(words)}` };
  return readInput(verb.input, rawOf(typed, note), reading);
}

/** What was typed, by the names of the verb's fields. */
function rawOf({ parsed, io }: Typed, note: (text: string) => void): Raw {
  const { given, args, command } = parsed;
  const fields = typedFields(command.verb);
  const places = fields.filter(([, { at }]) => at !== undefined);
  const fromPlace = places.map(([name, { type }], at) => {
    const word = args[at];
    return [name, word !== undefined && type === "text" ? inputText(word, { io, note }) : word];
  });
  const fromOptions = fields
    .filter(([, { at }]) => at === undefined)
    .map(([name, field]) => {
      const option = optionOf(name, field);
      if (field.type === "flag") return [name, given.has(option) || undefined];
      return [name, field.many || field.type === "pairs" ? given.values(option) : given.value(option)];
    });
  const fromScope = command.verb.input.scope?.type === "scope" ? [["scope", given.value("scope")]] : [];
  return Object.fromEntries([...fromPlace, ...fromOptions, ...fromScope]);
}

const MOST_BYTES = 1_048_576;

type TextSource = { readonly io: Pick<Io, "input">; readonly note: (text: string) => void };

export function inputText(argument: string, { io, note }: TextSource): string {
  if (argument !== "-") {
    // Node puts this character in place of argument bytes that are not UTF-8.
    if (argument.includes("\ufffd")) throw notText("The text");
    return argument;
  }
  if (io.input.isTerminal) note("Type the text, then press Ctrl-D.");
  const bytes = io.input.read(MOST_BYTES);
  if (bytes.length > MOST_BYTES)
    throw new OldhandError(
      "invalid",
      "stdin is larger than 1 MB. Shorten the text, or save it to a file and add a record that names the file.",
    );
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notText("stdin"); // the decoder does not say where
  }
}

function notText(source: string): OldhandError {
  return new OldhandError(
    "invalid",
    `${source} contains bytes that are not UTF-8. Convert it first, for example with iconv.`,
  );
}
