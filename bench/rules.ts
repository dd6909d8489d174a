/**
 * Whether the right check is proposed for a rule in a person's words, and what it stops:
 * `node bench/rules.ts FILE [--part develop|report] [--labelled | --reader] [--show]`. FILE has one labelled rule a line.
 * The parts are split by the rules' source; `--labelled` takes the labelled guard in place of the proposed one, and `--reader`
 * has a reader propose it, of which only what the words prove is kept.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { whatRuns } from "../src/core/command/what-runs.ts";
import { textPattern } from "../src/core/guard/added-text.ts";
import { type Guard, listOfPatterns, readGuards } from "../src/core/guard/guard.ts";
import { type GuardAction, matchGuards } from "../src/core/guard/match.ts";
import type { NominatedGuard } from "../src/core/session/session.ts";
import { provenGuards } from "../src/learn/guard/prove-guards.ts";
import { guardsIn } from "../src/learn/guard/read-guard.ts";

type Edit = { readonly path: string; readonly new_text: string };
type Act = string | Edit;
type Label = Readonly<Record<string, unknown>>;
type Rule = {
  readonly id: string;
  readonly source: string;
  readonly words: string;
  readonly kind: "command" | "edit-path" | "edit-text" | "none";
  readonly guard: Label | null;
  readonly stops: readonly Act[];
  readonly passes: readonly Act[];
};

const [file = "", ...options] = process.argv.slice(2);
if (!existsSync(file)) {
  console.log("Skipped: give the file of labelled rules, one JSON object a line.");
  process.exit(0);
}
const part = options[options.indexOf("--part") + 1];
const isLabelled = options.includes("--labelled");
const isRead = options.includes("--reader");
const isShown = options.includes("--show");
const ROOT = "/work/project";

const rules = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line) as Rule)
  .filter((rule) => !options.includes("--part") || partOf(rule) === part);

/** One person's or one repository's rules are all in one part. */
function partOf({ source }: Rule): "develop" | "report" {
  const [name = ""] = source.split(/[ ,]/);
  return createHash("sha256").update(name).digest().at(-1)! % 2 === 0 ? "develop" : "report";
}

function stops(guards: readonly Guard[], act: Act): boolean {
  const place = { cwd: ROOT, root: ROOT, home: "/home/ann", succeeded: () => "no" as const };
  return matchGuards(guards, actionOf(act), place).length > 0;
}

function actionOf(act: Act): GuardAction {
  if (typeof act !== "string") {
    const path = resolve(ROOT, act.path);
    return { kind: "edit", paths: [path], adds: [{ path, text: act.new_text }] };
  }
  const runs = whatRuns(act, { isThorough: true, cwd: ROOT, home: "/home/ann", scripts: { find: () => undefined } });
  return { kind: "command", runs };
}

/** The labelled guard in the product's fields; undefined if they cannot say it. */
function fromLabel(label: Label): readonly Guard[] | undefined {
  const list = (value: unknown): string[] => (Array.isArray(value) ? value : [value]) as string[];
  const more = label.except === undefined ? {} : { except: list(label.except) };
  const guards: unknown[] = [];
  if (label.deny !== undefined) guards.push({ deny: label.deny, ...more });
  if (typeof label.instead === "object") guards.push({ instead: label.instead, ...more });
  if (label.protect !== undefined) guards.push({ protect: label.protect, ...more });
  if (label.require !== undefined) {
    const { run, before } = label.require as { run: string | string[]; before: string };
    guards.push(...list(run).map((one) => ({ first: { command: before, run: one } })));
  }
  const wanted = label.require_text as { in: unknown; has: string } | undefined;
  if (typeof wanted?.in === "string" && /^--[\w-]+$/.test(wanted.has))
    guards.push({ require: { command: wanted.in, flag: wanted.has } });
  const text = label.forbid_text as { in: unknown; pattern: string; except?: string } | undefined;
  if (text !== undefined)
    guards.push(
      ...list(text.in).map((one) => ({
        text: { in: one, adds: text.pattern },
        ...(text.except !== undefined && { except: text.except }),
      })),
    );
  const read = readGuards(guards);
  const isRefused =
    read.outcome === "damaged" || read.guards.some((one) => "text" in one && textPattern(one.text.adds) === undefined);
  return guards.length === 0 || isRefused ? undefined : read.guards;
}

/** A reader that always means the right guard: what is left of it is what the proof lets through. */
function byReader(label: Label, words: string): readonly Guard[] {
  const own = guardsIn(words);
  if (own.length > 0) return own;
  return (fromLabel(label) ?? []).flatMap((guard) => provenGuards(draftsOf(guard), words));
}

function draftsOf(guard: Guard): readonly NominatedGuard[] {
  const all = { ask: guard.mode === "ask", except: listOfPatterns(guard.except)[0] ?? null };
  if ("deny" in guard) return listOfPatterns(guard.deny).map((what) => ({ kind: "deny", what, ...all }));
  if ("protect" in guard) return listOfPatterns(guard.protect).map((what) => ({ kind: "protect", what, ...all }));
  if ("instead" in guard)
    return Object.entries(guard.instead).map(([what, other]) => ({ kind: "instead", what, other, ...all }));
  if ("require" in guard) return [{ kind: "require", what: guard.require.command, other: guard.require.flag, ...all }];
  if ("first" in guard) return [{ kind: "first", what: guard.first.command, other: guard.first.run, ...all }];
  if ("never" in guard) return [{ kind: "never", what: guard.never.command, other: guard.never.on, ...all }];
  return [{ kind: "text", what: guard.text.adds, other: guard.text.in, ...all }];
}

function proposed({ words, guard }: Rule): readonly Guard[] {
  if (isRead) return guard === null ? [] : byReader(guard, words);
  if (isLabelled) return guard === null ? [] : (fromLabel(guard) ?? []);
  return guardsIn(words);
}

const counts = new Map<string, number>();
const sums = { stopped: 0, stops: 0, passed: 0, passes: 0, heldStops: 0, heldPasses: 0 };
for (const rule of rules) {
  const guards = proposed(rule);
  const stopped = rule.stops.filter((act) => stops(guards, act));
  const passed = rule.passes.filter((act) => !stops(guards, act));
  const verdict = verdictOf(rule, guards, stopped.length, passed.length);
  counts.set(`${rule.kind}: ${verdict}`, (counts.get(`${rule.kind}: ${verdict}`) ?? 0) + 1);
  sums.stops += rule.stops.length;
  if (guards.length > 0) {
    sums.stopped += stopped.length;
    sums.passed += passed.length;
    sums.heldStops += rule.stops.length;
    sums.heldPasses += rule.passes.length;
  }
  if (!isShown) continue;
  console.log(`${verdict.padEnd(16)} ${rule.id}: ${rule.words}`);
  if (guards.length > 0) console.log(`    ${JSON.stringify(guards)}`);
  if (guards.length === 0) continue;
  for (const act of rule.stops) if (!stopped.includes(act)) console.log(`    not stopped: ${JSON.stringify(act)}`);
  for (const act of rule.passes) if (!passed.includes(act)) console.log(`    stopped: ${JSON.stringify(act)}`);
}

function verdictOf(rule: Rule, guards: readonly Guard[], stopped: number, passed: number): string {
  if (rule.kind === "none") return guards.length > 0 ? "false proposal" : "none, rightly";
  if (guards.length === 0) return "none proposed";
  if (passed < rule.passes.length) return "stops too much";
  return stopped === rule.stops.length ? "right" : stopped > 0 ? "stops too little" : "wrong";
}

console.log(`${rules.length} rules`);
for (const [name, count] of [...counts].toSorted()) console.log(`${String(count).padStart(4)}  ${name}`);
console.log(`stops: ${sums.stopped} of ${sums.stops}, of rules with a guard ${sums.stopped} of ${sums.heldStops}`);
console.log(`passes: ${sums.passed} of ${sums.heldPasses} of rules with a guard`);
