/** Finds what memory says against a command: policies, preferences, pitfalls and facts that it goes against. */
import type { Conflict } from "../core/plan/plan.ts";
import { keyFor, optionsOf } from "../core/record/key.ts";
import type { MemoryRecord } from "../core/record/record.ts";
import { commandIn, hasFlag, namedIn, quotedIn } from "./against/phrase.ts";
import { activityOf, type Demand, demandsOf } from "./against/statement.ts";
import { type Act, argText, hasOption, hasVerb, isOneOf, operands } from "./risk/act.ts";
import type { Assessment, RiskMeans } from "./risk/assess.ts";
import { readLine } from "./risk/read.ts";

/** An active record; one that fails its verification is `stale` and says nothing. */
export type Remembered = Pick<MemoryRecord, "id" | "type" | "text" | "key" | "priority" | "trust"> &
  Partial<Pick<MemoryRecord, "value" | "accepted">> & { readonly stale?: boolean };

export type MemoryMeans = Omit<RiskMeans, "scripts"> & {
  /** The one that is checked out, where that is known. */
  readonly branch?: string;
  /** The project's scripts that the command runs, with what stands in them. */
  readonly resolved: Assessment["resolved"];
};

const SPEAKING = new Set(["policy", "preference", "pitfall", "fact", "decision", "architecture"]);

export function conflictsWith(command: string, records: readonly Remembered[], means: MemoryMeans): Conflict[] {
  const { cwd, home } = means;
  const read = (text: string): readonly Act[] =>
    readLine(text, { cwd, within: "line", ...(home === undefined ? {} : { home }) }).acts;
  const typed = read(command);
  const inScripts = means.resolved.flatMap(({ body }) => read(body));
  const scene: Scene = { typed, all: [...typed, ...inScripts], means };
  return records
    .filter(({ stale, type }) => stale !== true && SPEAKING.has(type))
    .flatMap((record) => {
      const against = whyAgainst(record, scene);
      return against === undefined ? [] : [conflict(record, against)];
    });
}

type Scene = { readonly typed: readonly Act[]; readonly all: readonly Act[]; readonly means: MemoryMeans };
/** How sure it is: what is forbidden outright, or what is only not the way. */
type Against = { readonly why: string; readonly kind: "forbidden" | "other-way" | "warned" };

function conflict(record: Remembered, { why, kind }: Against): Conflict {
  const { id, type, text, priority } = record;
  const isTrusted = record.accepted === true || record.trust === "person" || record.trust === "agent";
  const isStrong =
    type === "policy" ||
    (kind === "forbidden" && (priority === "critical" || priority === "high") && type !== "pitfall");
  return {
    record: id,
    type,
    text,
    why: isTrusted ? why : `${why} (not accepted by you)`,
    forbids: isTrusted && isStrong && kind !== "warned",
  };
}

function whyAgainst(record: Remembered, scene: Scene): Against | undefined {
  if (record.type === "pitfall") return pitfall(record, scene) ?? asked(record, scene);
  return asked(record, scene) ?? topic(record, scene);
}

function asked({ text }: Remembered, scene: Scene): Against | undefined {
  for (const demand of demandsOf(text)) {
    const against = goesAgainst(demand, scene);
    if (against !== undefined) return against;
  }
  return undefined;
}

function goesAgainst(demand: Demand, scene: Scene): Against | undefined {
  switch (demand.asks) {
    case "never":
      return forbidden(demand, scene);
    case "instead":
      return otherWay(demand, scene);
    case "with":
      return withoutFlag(demand, scene);
    case "by":
      return byAnother(demand, scene);
  }
}

const BY_HAND = /\b(?:directly|by hand|manually|yourself)\b/i;

function forbidden(
  { what, needs, isConditional }: Demand & { asks: "never" },
  { all, typed, means }: Scene,
): Against | undefined {
  // What has to be done before cannot be seen in the command; a flag can.
  const flag = needs === undefined ? undefined : /--?[a-zA-Z][\w-]*/.exec(needs)?.[0];
  if (needs !== undefined && flag === undefined) return undefined;
  // What a script of the project does is not done by hand.
  for (const act of BY_HAND.test(what) ? typed : all) {
    if (flag !== undefined && hasFlag(flag, act)) continue;
    const named = namedIn(what, act, means);
    if (named !== undefined)
      return {
        why: `it says not to: ${named}${flag === undefined ? "" : ` without ${flag}`}`,
        kind: isConditional ? "warned" : "forbidden",
      };
  }
  return undefined;
}

function otherWay({ use, not }: Demand & { asks: "instead" }, { typed, means }: Scene): Against | undefined {
  for (const act of typed) {
    if (commandIn(use, act) !== undefined && (commandIn(not, act) === undefined || use.length > not.length)) continue;
    const named = namedIn(not, act, means);
    if (named !== undefined && !isAsking(act))
      return { why: `it says to use ${use} instead of ${named}`, kind: "other-way" };
  }
  return undefined;
}

function withoutFlag({ flag, what }: Demand & { asks: "with" }, { typed }: Scene): Against | undefined {
  for (const act of typed) {
    const named = commandIn(what, act);
    if (named !== undefined && !hasFlag(flag, act) && !isAsking(act))
      return { why: `it says to give ${flag} to ${named}`, kind: "other-way" };
  }
  return undefined;
}

const RUNNERS: Readonly<Record<string, string>> = {
  test: "jest vitest mocha ava pytest rspec phpunit ctest",
  lint: "eslint oxlint flake8 pylint ruff golangci-lint",
  format: "prettier black dprint",
  typecheck: "tsc mypy pyright",
  build: "webpack vite rollup esbuild tsup",
};

/** Only where the statement names a command, and the line does the same by another. */
function byAnother({ activity, use }: Demand & { asks: "by" }, { typed }: Scene): Against | undefined {
  if (
    quotedIn(use).length === 0 &&
    !/^(?:npm|pnpm|yarn|bun|make|just|cargo|go|npx|node|python3?|bundle|mix|gradle|\.\/)\S*\s?/.test(use)
  )
    return undefined;
  if (typed.some((act) => commandIn(use, act) !== undefined)) return undefined;
  const doing = typed.find((act) => !isAsking(act) && activityIn(act) === activity);
  return doing === undefined ? undefined : { why: `it says that ${activity} is run with ${use}`, kind: "other-way" };
}

function activityIn(act: Act): string | undefined {
  for (const [activity, programs] of Object.entries(RUNNERS)) if (isOneOf(act, programs)) return activity;
  if (!isOneOf(act, "npm pnpm yarn bun make just cargo go rake task mix gradle mvn dotnet")) return undefined;
  const words = operands(act).map(({ value }) => value);
  const name = words[0] === "run" ? words[1] : words[0];
  return name === undefined || name === "t"
    ? name === "t"
      ? "test"
      : undefined
    : activityOf(name.replace(/[:_-].*$/, ""));
}

/** It only asks for a version or a manual. */
function isAsking(act: Act): boolean {
  return act.args.length === 1 && /^(?:--version|-v|-V|--help|-h|help|version)$/.test(act.args[0]?.value ?? "");
}

const TOOL_TOPICS = new Set(
  "package-manager python-package-manager test-runner formatter linter bundler orm".split(" "),
);
const ASIDE =
  "view,info,search,login,logout,whoami,ping,config,version,publish,pack,unpublish,dist-tag,owner,token,audit";

/** "Use pnpm" goes against every other package manager; a record that was replaced is not among the active ones. */
function topic({ key, value, text }: Remembered, { typed }: Scene): Against | undefined {
  const found = TOOL_TOPICS.has(key) && value !== undefined ? { key, value } : choiceIn(text);
  if (found.value === undefined || !TOOL_TOPICS.has(found.key)) return undefined;
  const rivals = optionsOf(found.key).filter((option) => option !== found.value?.toLowerCase());
  for (const act of typed) {
    const used = rivals.find((rival) => isUsing(act, rival));
    if (used !== undefined && !isAsking(act) && !(isOneOf(act, "npm") && hasVerb(act, ASIDE)))
      return { why: `it says to use ${found.value}, and this uses ${used}`, kind: "other-way" };
  }
  return undefined;
}

/** What a statement refuses is no choice. */
function choiceIn(text: string): { readonly key: string; readonly value?: string } {
  return demandsOf(text).some(({ asks }) => asks === "never") ? { key: "" } : keyFor(text);
}

function isUsing(act: Act, option: string): boolean {
  if (option === "node:test") return isOneOf(act, "node") && hasOption(act, "--test");
  if (option === "bun") return isOneOf(act, "bun") && hasVerb(act, "install,i,add,remove,update,link");
  if (option === "pip")
    return (
      /^pip[\d.]*$/.test(act.program) || (/^python[\d.]*$/.test(act.program) && /(?:^| )-m pip\b/.test(argText(act)))
    );
  if (option === "unittest" || option === "pytest")
    return act.program === option || (/^python[\d.]*$/.test(act.program) && argText(act).startsWith(`-m ${option}`));
  if (option === "ruff format") return isOneOf(act, "ruff") && hasVerb(act, "format");
  if (option === "ruff") return isOneOf(act, "ruff") && hasVerb(act, "check");
  if (option === "clippy") return isOneOf(act, "cargo") && hasVerb(act, "clippy");
  return act.program === option || act.program === `${option}-kit`;
}

const FIX = /\b(?:use|run|try|fix(?:ed)?|instead|workaround|solution|solved|works? with|first|after|do)\b|→|->/i;

/** The trouble comes first, what helps after it. */
function pitfall({ text }: Remembered, { typed }: Scene): Against | undefined {
  const plain = text.slice(0, 600);
  const at = fixAt(plain);
  const [trouble, help] = [plain.slice(0, at), plain.slice(at)];
  for (const act of typed) {
    const named = commandIn(trouble, act);
    if (named === undefined || isAsking(act) || !named.includes(" ")) continue;
    const helping = commandIn(help, act);
    if (helping !== undefined && helping.length >= named.length) continue;
    return { why: `there was trouble with ${named} before`, kind: "warned" };
  }
  return undefined;
}

/** Where the statement turns to what helps: after the first command that it names. */
function fixAt(text: string): number {
  const first =
    /`[^`]{2,80}`|\b(?:fails?|failed|breaks?|hangs?|errors?|crash\w*|deletes?|corrupts?|is|does|needs?|takes?|leaves?)\b/i.exec(
      text,
    );
  const from = first === null ? 0 : first.index + first[0].length;
  const found = FIX.exec(text.slice(from));
  return found === null ? text.length : from + found.index;
}
