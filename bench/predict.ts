/**
 * Next-command prediction against plain rules, in one run: `node bench/predict.ts [DIR]`. DIR has the sessions of real
 * people. Without DIR only generated years are used. Every command is predicted from those before it, then counted.
 */
import { familyOf } from "../src/core/command/steps.ts";
import { type Counts, countRun, countSteps, predictNext, type RanStep } from "../src/detect/next-command.ts";
import { shellTable } from "../src/detect/shell-table.ts";
import { generateYear } from "./history-year/generate.ts";
import { commandsByPerson } from "./predict/people.ts";
import { tableLines, tableNext } from "./predict/table-lookup.ts";

const RULES = [
  "last command",
  "most frequent here",
  "first-order counts",
  "history",
  "match_prev_cmd",
  "ours",
  "ours, from the table",
];
/** A shell's table is written by whatever settles next; here after this many commands. */
const TABLE_EVERY = 5;

/** How often the next command was offered first and among five, and a command of its family; how often it could be. */
type Hits = { one: number; five: number; familyOne: number; familyFive: number; n: number };
const NO_HITS: Hits = { one: 0, five: 0, familyOne: 0, familyFive: 0, n: 0 };
/** The most that any rule could reach that offers lines of the history, and one that offers those of the table. */
const CEILINGS = ["in the history so far", "in the shell's table"];

const [directory] = process.argv.slice(2);
const all = new Map<string, Hits>();
if (directory !== undefined) {
  const people = await commandsByPerson(directory);
  for (const [person, steps] of people) report(person, evaluated(steps, all));
  report("all people", all);
} else console.log("Without real sessions: give their directory to include them.\n");
for (const seed of [1, 2]) {
  const year = generateYear({ seed, commands: 12_000, projects: 3, sessions: 100 });
  const steps = year.events
    .filter(({ cwd = "" }) => cwd.includes("project-00"))
    .map(({ session, cwd = "", command, status }): RanStep => {
      const worked = status === "success" ? "yes" : "no";
      return { session, cwd, isAfterEdit: false, command, family: familyOf(command) ?? "", worked };
    });
  report(`generated year ${seed}, one project`, evaluated(steps));
}

function evaluated(steps: readonly RanStep[], sum?: Map<string, Hits>): Map<string, Hits> {
  const hits = new Map<string, Hits>();
  const counts = countSteps([]);
  const ran: string[] = [];
  const after = new Map<string, Map<string, number>>();
  let table = "";
  steps.forEach((step, at) => {
    if (at % TABLE_EVERY === 0)
      table = shellTable({
        stamp: "",
        counts,
        steps: steps.slice(0, at),
        isAllowed: () => true,
      });
    const tail = counts.tails.get(step.session) ?? [];
    if (at > 0) {
      const add = (rule: string, lines: readonly string[]): void => {
        const place = lines.indexOf(step.command);
        const familyPlace = lines.findIndex((line) => counts.lines.get(line)?.family === step.family);
        for (const into of sum === undefined ? [hits] : [hits, sum]) {
          const own = into.get(rule) ?? NO_HITS;
          into.set(rule, {
            one: own.one + Number(place === 0),
            five: own.five + Number(place >= 0),
            familyOne: own.familyOne + Number(familyPlace === 0),
            familyFive: own.familyFive + Number(familyPlace >= 0),
            n: own.n + 1,
          });
        }
      };
      for (const [rule, lines] of answers({ counts, tail, step, ran, after, table })) add(rule, lines.slice(0, 5));
      add(CEILINGS[0]!, [...counts.lines.keys()]);
      add(CEILINGS[1]!, tableLines(table));
    }
    const before = tail.at(-1)?.command ?? "";
    const follows = after.get(before) ?? new Map<string, number>();
    follows.set(step.command, (follows.get(step.command) ?? 0) + 1);
    after.set(before, follows);
    ran.push(step.command);
    countRun(counts, step);
  });
  return hits;
}

type Known = {
  readonly counts: Counts;
  readonly tail: readonly RanStep[];
  readonly step: RanStep;
  readonly ran: readonly string[];
  readonly after: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly table: string;
};

function answers({ counts, tail, step, ran, after, table }: Known): [string, readonly string[]][] {
  const last = ran.at(-1)!;
  const latest = unique(ran.slice(-500).toReversed());
  const frequent = [...counts.lines].toSorted(([, a], [, b]) => b.n - a.n || b.lastAt - a.lastAt).map(([line]) => line);
  const followed = [...(after.get(tail.at(-1)?.command ?? "") ?? [])]
    .toSorted(([, a], [, b]) => b - a)
    .map(([line]) => line);
  // The plugin takes the latest line whose predecessor was the last command, else the latest.
  const matching: string[] = [];
  for (let at = ran.length - 1; at > 0 && matching.length < 50; at--) if (ran[at - 1] === last) matching.push(ran[at]!);
  const ours = predictNext(counts, tail, step, { limit: 5 }).map(({ command }) => command);
  return [
    [RULES[0]!, [last, ...latest.filter((line) => line !== last)]],
    [RULES[1]!, frequent.slice(0, 5)],
    [RULES[2]!, unique([...followed, ...frequent.slice(0, 5)])],
    [RULES[3]!, latest],
    [RULES[4]!, unique([...matching, ...latest])],
    [RULES[5]!, ours],
    [RULES[6]!, tableNext(table, tail, step)],
  ];
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}

function report(title: string, hits: ReadonlyMap<string, Hits>): void {
  console.log(`${title}: ${hits.get(RULES[0]!)?.n ?? 0} commands`);
  const possible = hits.get(CEILINGS[0]!)?.five ?? 1;
  const row = (rule: string, { one, five, familyOne, familyFive, n }: Hits): void => {
    const percent = (part: number, of = n): string => `${((100 * part) / of).toFixed(1).padStart(5)} %`;
    const known = `of those run before ${percent(one, possible)} / ${percent(five, possible)}`;
    const family = `family ${percent(familyOne)} / ${percent(familyFive)}`;
    console.log(`  ${rule.padEnd(22)} hit@1 ${percent(one)}   hit@5 ${percent(five)}   ${known}   ${family}`);
  };
  for (const rule of RULES) row(rule, hits.get(rule) ?? { ...NO_HITS, n: 1 });
  for (const name of CEILINGS) {
    const { five, familyFive, n } = hits.get(name) ?? { ...NO_HITS, n: 1 };
    console.log(
      `  ${name.padEnd(22)} line ${((100 * five) / n).toFixed(1)} %, family ${((100 * familyFive) / n).toFixed(1)} %`,
    );
  }
  console.log("");
}
