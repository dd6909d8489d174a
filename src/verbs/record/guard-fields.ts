/** The guards that `record add` and `record update` take: as options of a person, or as data of a program. */
import { OldhandError } from "../../core/base/error.ts";
import { GUARD_MODES, type Guard, type Patterns, readGuards } from "../../core/guard/guard.ts";
import { fields, type InputOf } from "../declare/field.ts";

/** A guard: what a program can check before a command or an edit. */
export const GUARD_FIELDS = fields({
  deny: {
    type: "line",
    many: true,
    label: "PATTERN",
    help: 'Guard: this command is not to be run, such as "git push --force".',
  },
  instead: { type: "line", many: true, label: "A=B", help: "Guard: run B in place of A, such as npm=pnpm." },
  require: {
    type: "line",
    many: true,
    label: "COMMAND=FLAG",
    help: 'Guard: the command needs the flag, such as "terraform apply=-var-file".',
  },
  first: {
    type: "line",
    many: true,
    label: "A=B",
    help: 'Guard: B must have succeeded before A, such as "git push=npm test".',
  },
  protect: {
    type: "line",
    many: true,
    label: "GLOB",
    help: "Guard: these files are not to be changed, such as 'generated/**'.",
  },
  never: {
    type: "line",
    many: true,
    label: "COMMAND=WHERE",
    help: 'Guard: not on this branch, in this directory, on this day: "git commit=main". With ! before it: only there.',
  },
  forbid: {
    type: "line",
    many: true,
    option: "text",
    label: "GLOB=PATTERN",
    help: "Guard: edits of these files may not add text that matches, such as 'src/**/*.ts=: any\\b'.",
  },
  except: {
    type: "line",
    many: true,
    label: "PATTERN",
    help: "Guard: but not with this, such as --force-with-lease.",
  },
  mode: { type: "choice", choices: GUARD_MODES, help: "Guard: warn, ask or deny; default: the setting guard.mode." },
  guards: { type: "data", many: true, most: 32, isTyped: false, help: "Guards as data." },
});

type GuardInput = InputOf<typeof GUARD_FIELDS>;

/** Undefined if no field is about guards; an empty list if all are empty, which removes them. */
export function guardsFromInput({ guards, ...input }: GuardInput): readonly Guard[] | undefined {
  return guards === undefined ? typedGuards(input) : readable(guards);
}

function readable(given: readonly unknown[]): readonly Guard[] {
  const read = readGuards(given);
  if (read.outcome === "damaged") throw new OldhandError("usage", `The guard cannot be read: ${read.problem}.`);
  return read.guards;
}

function typedGuards({ mode, ...lists }: GuardInput): readonly Guard[] | undefined {
  const texts = (list: readonly string[] = []): readonly string[] => list.filter((text) => text.trim() !== "");
  const { deny, instead, require, first, protect, never, forbid } = lists;
  const except = texts(lists.except);
  if ([deny, instead, require, first, protect, never, forbid].every((list) => list === undefined)) {
    if (except.length === 0 && mode === undefined) return undefined;
    throw new OldhandError(
      "usage",
      "--except and --mode belong to a guard: add --deny, --instead, --require, --first, --never, --protect or --text.",
    );
  }
  const more = { ...(except.length > 0 && { except: oneOrMany(except) }), ...(mode !== undefined && { mode }) };
  const [denied, files] = [texts(deny), texts(protect)];
  const swaps = texts(instead).map((text) => pairIn("instead", text));
  return [
    ...(denied.length > 0 ? [{ deny: oneOrMany(denied), ...more }] : []),
    ...(swaps.length > 0 ? [{ instead: Object.fromEntries(swaps), ...more }] : []),
    ...texts(require).map((text) => {
      const [command, flag] = pairIn("require", text);
      return { require: { command, flag }, ...more };
    }),
    ...texts(first).map((text) => {
      const [command, run] = pairIn("first", text);
      return { first: { command, run }, ...more };
    }),
    ...texts(never).map((text) => {
      const [command, on] = pairIn("never", text);
      return { never: { command, on }, ...more };
    }),
    ...texts(forbid).map((text) => {
      const [place, adds] = pairIn("text", text);
      return { text: { in: place, adds }, ...more };
    }),
    ...(files.length > 0 ? [{ protect: oneOrMany(files), ...more }] : []),
  ];
}

const oneOrMany = (texts: readonly string[]): Patterns => (texts.length === 1 ? texts[0]! : texts);

const FORMS = {
  instead: "A=B, such as npm=pnpm",
  require: 'COMMAND=FLAG, such as "terraform apply=-var-file"',
  first: 'A=B, such as "git push=npm test"',
  never: 'COMMAND=WHERE, such as "git commit=main"',
  text: "GLOB=PATTERN, such as 'src/**/*.ts=: any\\b'",
};

/** The first equals sign separates: commands rarely have one before it. */
function pairIn(option: keyof typeof FORMS, text: string): [string, string] {
  const at = text.indexOf("=");
  const pair: [string, string] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at > 0 && pair[0] !== "" && pair[1] !== "") return pair;
  throw new OldhandError("usage", `--${option} expects ${FORMS[option]}, got ${JSON.stringify(text)}.`);
}
