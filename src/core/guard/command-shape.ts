/** A command in a form that can be compared: `npm t`, `npm test` and `npm run test` are the same, so are `-rf` and `-r -f`. */
import { baseName } from "../command/parsed-command.ts";
import type { Word } from "../command/syntax/word.ts";
import { isListed, ownValue } from "../command/tables/program.ts";
import { programOf } from "../command/tables/programs.ts";
import { isScriptManager, MANAGER_VERBS } from "../command/tables/tools.ts";
import { isBundling, optionName, takesValue } from "./option-tables.ts";

export type Shape = {
  readonly program: string;
  /** Subcommands and operands, without options and their values. */
  readonly words: readonly string[];
  readonly options: readonly ShapeOption[];
};

/** `value` is what stands after `=`; `next` is the following word, which may be its value. */
export type ShapeOption = { readonly name: string; readonly value?: string; readonly next?: string };

type Parts = { readonly name: Word; readonly args: readonly Word[] };

export function shapeOf({ name, args }: Parts): Shape {
  const raw = baseName(name.value)
    .replace(/\.(?:exe|cmd|bat)$/, "")
    .replace(/(?<=[\w])@[\w.^~-]+$/, "");
  const [program, before] = ownValue(RENAMED, raw) ?? [raw, []];
  const table = programOf(program);
  const words: string[] = [...before];
  const options: ShapeOption[] = [];
  let isOver = false;
  for (let at = 0; at < args.length; at += 1) {
    const { value } = args[at]!;
    if (value === "--" && !isOver) {
      // A package manager passes the rest on, so options there are the script's.
      isOver = !isScriptManager(program) && program !== "cargo";
      continue;
    }
    if (isOver || !/^-./s.test(value)) {
      words.push(...(program === "git" && words[0] === "push" ? pushWord(value, options) : [plainPath(value)]));
      continue;
    }
    const equals = value.indexOf("=");
    // `-i.bak`, `-j4`: the value stands right behind the letter.
    const attached = equals < 0 && isBundling(program) ? /^(-[A-Za-z]+)([^A-Za-z-].*)$/s.exec(value) : null;
    const option = optionName(equals > 0 ? value.slice(0, equals) : (attached?.[1] ?? value), program);
    const next = args[at + 1]?.value;
    const isValued =
      equals < 0 && attached === null && (isListed(table.values, value) || takesValue(option, program, words));
    const given =
      equals > 0
        ? { value: value.slice(equals + 1) }
        : attached !== null
          ? { value: attached[2]! }
          : next === undefined
            ? {}
            : isValued
              ? { value: next }
              : { next };
    for (const single of lettersOf(option, program)) options.push({ name: single, ...given });
    if (isValued) at += 1;
  }
  return { program, words: canonicalWords(program, words), options };
}

const RENAMED: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  "docker-compose": ["docker", ["compose"]],
  gmake: ["make", []],
  k: ["kubectl", []],
  nodejs: ["node", []],
  gsed: ["sed", []],
};

function lettersOf(option: string, program: string): readonly string[] {
  if (!isBundling(program) || !/^-[A-Za-z]{2,5}$/.test(option)) return [option];
  return [...option.slice(1)].map((letter) => `-${letter}`);
}

/** `+main` forces, `:main` deletes, `HEAD:main` writes `main`. */
function pushWord(word: string, options: ShapeOption[]): readonly string[] {
  if (/^\+./.test(word)) options.push({ name: "--force" });
  else if (/^:./.test(word)) options.push({ name: "--delete" });
  return [destinationOf(word.replace(/^:(?=.)/, ""))];
}

/** `HEAD:main`, `+main`, `refs/heads/main` all write `main`. */
export const destinationOf = (ref: string): string =>
  ref
    .replace(/^\+/, "")
    .replace(/^.*:(?=.)/, "")
    .replace(/^refs\/heads\//, "");

/** `./data/` is `data`. */
function plainPath(word: string): string {
  return word.replace(/^\.\/(?=.)/, "").replace(/(?<=.)\/$/, "");
}

const SCRIPTS = /^(?:test|start|stop|restart)$/;
const SHORT_VERBS: Readonly<Record<string, string>> = {
  i: "install",
  in: "install",
  ins: "install",
  un: "uninstall",
  remove: "uninstall",
  rm: "uninstall",
  up: "update",
  upgrade: "update",
  x: "exec",
};

/** The words of a package manager: which script it runs, or what it does, under one name. */
function canonicalWords(program: string, words: readonly string[]): readonly string[] {
  if (!isScriptManager(program)) return words;
  const own = program === "yarn" && words[0] === "workspace" ? words.slice(2) : words;
  const [verb, ...rest] = own;
  if (verb === undefined) return own;
  if (/^(?:run|run-script|rum|urn)$/.test(verb)) return ["run", ...rest];
  if (program !== "bun" && SCRIPTS.test(verb)) return ["run", verb, ...rest];
  if (/^(?:t|tst)$/.test(verb) && (program === "npm" || program === "pnpm")) return ["run", "test", ...rest];
  if (program === "npm" && verb === "add") return ["install", ...rest];
  const isVerb = program === "npm" || program === "bun" || isListed(MANAGER_VERBS, verb);
  return isVerb ? [ownValue(SHORT_VERBS, verb) ?? verb, ...rest] : ["run", ...own];
}
