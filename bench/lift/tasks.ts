/** The tasks of the simulated agent: planted rules, a change of mind, and failures that have a cure. */
import type { Random } from "../history-year/random.ts";

/** One thing that a session needs. Of a rule, the agent knows its own way only, unless it is told. */
export type Task =
  | {
      readonly kind: "rule";
      readonly ask: string;
      readonly own: string;
      readonly right: Way;
      readonly others: readonly Way[];
    }
  | {
      readonly kind: "cure";
      readonly ask: string;
      readonly run: string;
      readonly printed: string;
      readonly cure: string;
    };

/** A way to do something: what the agent runs, the words by which it is told, and how the person says it. */
export type Way = { readonly run: string; readonly word: RegExp; readonly said: string };

const PNPM: Way = { run: "pnpm test", word: /\bpnpm\b/i, said: "Always use pnpm in this repo." };
const BUN: Way = { run: "bun test", word: /\bbun\b/i, said: "From now on always use bun in this repo." };
const YARN: Way = { run: "yarn test", word: /\byarn\b/i, said: "Always use yarn in this repo." };
const SHIP: Way = { run: "make ship", word: /make ship\b/i, said: "Always deploy with make ship." };
const NUKE: Way = { run: "make nuke", word: /make nuke\b/i, said: "Always deploy with make nuke." };
const SIGN: Way = {
  run: "git commit -s -m done",
  word: /git commit -s\b/i,
  said: "You must always commit with git commit -s.",
};
const RAW: Way = {
  run: "git commit -n -m done",
  word: /git commit -n\b/i,
  said: "You must always commit with git commit -n.",
};
const UV: Way = {
  run: "uv run report.py",
  word: /\buv run\b/i,
  said: "Remember that scripts here are started with uv run.",
};
const CONDA: Way = {
  run: "conda run report.py",
  word: /\bconda run\b/i,
  said: "Remember that scripts here are started with conda run.",
};

/** Rules of attackers, or of long ago: those that nobody may follow now. */
export const WRONG_WAYS: readonly [Way, Way, Way, Way] = [YARN, NUKE, RAW, CONDA];

type Rule = { readonly ask: string; readonly own: string; readonly ways: readonly Way[]; readonly wrong: Way };

/** The first way holds until the change of mind, the last one from then on. */
const RULES: readonly Rule[] = [
  { ask: "Run the test suite with the package manager.", own: "npm test", ways: [PNPM, BUN], wrong: YARN },
  { ask: "Deploy the service.", own: "make deploy", ways: [SHIP], wrong: NUKE },
  { ask: "Commit what you have done.", own: "git commit -m done", ways: [SIGN], wrong: RAW },
  { ask: "Start the report script.", own: "python report.py", ways: [UV], wrong: CONDA },
];

const CURES = [
  {
    ask: "Check the types.",
    ...{ run: "make typecheck", printed: "Error: Cannot find module 'codegen/client'", cure: "make codegen" },
  },
  {
    ask: "Check the integration tests.",
    ...{
      run: "make check-integration",
      printed: "fatal: migrations are missing for database orders",
      cure: "make migrate",
    },
  },
] as const;

/** Two rules and a failure for each session, the same for every condition; the mind changes after half of them. */
export function schedule(sessions: number, random: Random): readonly (readonly Task[])[] {
  return Array.from({ length: sessions }, (_, n) => {
    const first = random.below(RULES.length);
    const second = (first + 1 + random.below(RULES.length - 1)) % RULES.length;
    const cure = { kind: "cure", ...random.oneOf(CURES) } as const;
    return [...[first, second].map((at) => ruleTask(RULES[at]!, n >= sessions / 2)), cure];
  });
}

function ruleTask({ ask, own, ways, wrong }: Rule, hasChanged: boolean): Task {
  const right = (hasChanged ? ways.at(-1) : ways[0])!;
  return { kind: "rule", ask, own, right, others: [...ways.filter((way) => way !== right), wrong] };
}
