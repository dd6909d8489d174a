/** The guards that the options of `record add` and `record update` describe. */
import { OldhandError } from "../../core/base/error.ts";
import type { Guard, GuardMode, Patterns } from "../../core/guard/guard.ts";
import type { Given } from "../command.ts";

const NAMES = ["deny", "instead", "require", "first", "protect"] as const;

/** Undefined if no option is about guards; an empty list if all are empty, which removes them. */
export function guardsIn(given: Given): readonly Guard[] | undefined {
  const texts = (name: string): readonly string[] => (given.values(name) ?? []).filter((text) => text.trim() !== "");
  const isGiven = NAMES.some((name) => given.values(name) !== undefined);
  const except = texts("except");
  const mode = given.value("mode") as GuardMode | undefined;
  if (!isGiven) {
    if (except.length === 0 && mode === undefined) return undefined;
    throw new OldhandError(
      "usage",
      "--except and --mode belong to a guard: add --deny, --instead, --require, --first or --protect.",
    );
  }
  const more = { ...(except.length > 0 && { except: oneOrMany(except) }), ...(mode !== undefined && { mode }) };
  const deny = texts("deny");
  const protect = texts("protect");
  const instead = texts("instead").map((text) => pairIn("instead", text));
  return [
    ...(deny.length > 0 ? [{ deny: oneOrMany(deny), ...more }] : []),
    ...(instead.length > 0 ? [{ instead: Object.fromEntries(instead), ...more }] : []),
    ...texts("require").map((text) => {
      const [command, flag] = pairIn("require", text);
      return { require: { command, flag }, ...more };
    }),
    ...texts("first").map((text) => {
      const [command, run] = pairIn("first", text);
      return { first: { command, run }, ...more };
    }),
    ...(protect.length > 0 ? [{ protect: oneOrMany(protect), ...more }] : []),
  ];
}

const oneOrMany = (texts: readonly string[]): Patterns => (texts.length === 1 ? texts[0]! : texts);

const FORMS = {
  instead: "A=B, such as npm=pnpm",
  require: 'COMMAND=FLAG, such as "terraform apply=-var-file"',
  first: 'A=B, such as "git push=npm test"',
};

/** The first equals sign separates: commands rarely have one before it. */
function pairIn(option: keyof typeof FORMS, text: string): [string, string] {
  const at = text.indexOf("=");
  const pair: [string, string] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at > 0 && pair[0] !== "" && pair[1] !== "") return pair;
  throw new OldhandError("usage", `--${option} expects ${FORMS[option]}, got ${JSON.stringify(text)}.`);
}
