/** Where it hurts: flags that force something in most runs, commands that fail most, and those that take the most time. */
import { seemsToLook } from "../../core/command/only-looks.ts";
import { parseLine, type Step } from "../../core/command/steps.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { count } from "../../core/text/wording.ts";
import type { LineCost } from "../../store/rows/event-counts.ts";
import { atProject, code, type Finding, type FindingContext, inProject } from "./finding.ts";

/** The lines that cost the most are enough. */
const MOST_LINES = 5000;

type Runs = { runs: number; known: number; failures: number; ms: number; timed: number; projects: Set<ProjectId | ""> };

type Family = Runs & { readonly family: string; readonly flags: Map<string, Runs> };

const FEWEST_RUNS = 5;
/** A flag in most runs of a command is not an exception. */
const MOSTLY = 0.5;

/** A flag that says: not the normal way. */
const FORCING =
  /^--(?:force(?:-\w+)?|legacy-peer-deps|no-verify|no-check\w*|skip-[\w-]+|ignore-[\w-]+|allow-[\w-]+|insecure|break-system-packages|no-cache|no-frozen-lockfile|trust-[\w-]+|yolo)$/;

export function workaround(context: FindingContext): Finding | undefined {
  const forced = familiesOf(context).flatMap(({ family, runs, flags }) =>
    [...flags].map(([flag, own]) => ({ family, flag, runs, ...{ forced: own.runs, projects: own.projects } })),
  );
  const [worst] = forced
    .filter(({ forced: n, runs }) => runs >= FEWEST_RUNS && n / runs >= MOSTLY)
    .toSorted((a, b) => b.forced - a.forced);
  if (worst === undefined) return undefined;
  const { family, flag, runs, projects } = worst;
  const { project } = inProject(context.places, onlyOf(projects));
  return {
    kind: "workaround",
    text: `You forced ${code(flag)} in ${worst.forced} of ${runs} runs of ${code(family)}; an agent does not know that it has to`,
    action: "Keep it",
    command: [...atProject(context.call, project), "record", "add", `${family} needs ${flag}`, "--type", "pitfall"],
    ...(project !== undefined && { project }),
  };
}

const FEWEST_FAILURES = 3;
const OFTEN = 0.3;
const LONG_MS = 15 * 60_000;
/** Shorter ones are hardly waited for; longer ones run beside other work. */
const WAITED_MS = { from: 5000, to: 30 * 60_000 };

/** What fails most often; if nothing does, what took the most time. */
export function timeSink(context: FindingContext): Finding | undefined {
  const families = familiesOf(context);
  const [failing] = families
    .filter(({ known, failures }) => failures >= FEWEST_FAILURES && known >= FEWEST_RUNS && failures / known >= OFTEN)
    .toSorted((a, b) => b.failures - a.failures);
  const look = (family: string, also: readonly string[]): Pick<Finding, "action" | "command"> => ({
    action: "See the runs",
    command: ["history", "search", family, ...also, "--everywhere"],
  });
  if (failing !== undefined) {
    const { family, failures, known } = failing;
    const text = `${code(family)} failed in ${failures} of ${known} runs, more often than any other command`;
    return { kind: "time", text, ...look(family, ["--failed"]) };
  }
  const [slow] = families
    .filter(({ ms, timed, runs }) => {
      const each = ms / Math.max(1, timed);
      return ms >= LONG_MS && runs >= FEWEST_RUNS && each >= WAITED_MS.from && each <= WAITED_MS.to;
    })
    .toSorted((a, b) => b.ms - a.ms);
  if (slow === undefined) return undefined;
  const { family, ms, timed } = slow;
  const text = `You waited ${duration(ms)} for ${code(family)}: ${count(timed, "run")}, ${duration(ms / timed)} each`;
  return { kind: "time", text, ...look(family, []) };
}

/** Programs that a person stays in: their time is not waiting, and how they end says nothing. */
const STAYED_IN: ReadonlySet<string> = new Set(
  "vi vim nvim nano emacs helix hx code less more man top htop btop watch tail ssh mosh tmux screen psql mysql sqlite3 redis-cli mongosh python python3 ipython node irb fzf claude codex opencode pi gemini cursor aider lazygit tig k9s".split(
    " ",
  ),
);
const SERVES = /(?:^|[ :])(?:dev|serve|server|start|watch|preview|storybook|up|logs|attach|exec|run -it)\b/;

function familiesOf({ call, places }: FindingContext): Family[] {
  const families = new Map<string, Family>();
  for (const line of call.store.events.costs(MOST_LINES)) {
    if (line.project !== "" && !places.has(line.project)) continue;
    const steps = parseLine(line.command).filter(isOfInterest);
    // Of a list nobody knows which command failed or took the time.
    const isAlone = steps.length === 1;
    for (const { family = "", words } of steps) {
      const one: Family = families.get(family) ?? { family, ...noRuns(), flags: new Map() };
      families.set(family, one);
      addTo(one, line, isAlone);
      for (const flag of new Set(words.map((word) => word.split("=", 1)[0]!).filter((word) => FORCING.test(word)))) {
        const own = one.flags.get(flag) ?? noRuns();
        one.flags.set(flag, own);
        addTo(own, line, isAlone);
      }
    }
  }
  return [...families.values()];
}

function isOfInterest(step: Step): boolean {
  const { family, program, isTrivial } = step;
  if (family === undefined || isTrivial || STAYED_IN.has(program) || SERVES.test(family)) return false;
  return !seemsToLook(step);
}

function noRuns(): Runs {
  return { runs: 0, known: 0, failures: 0, ms: 0, timed: 0, projects: new Set() };
}

function addTo(sum: Runs, { runs, known, failures, ms, timed, project }: LineCost, isAlone: boolean): void {
  sum.runs += runs;
  sum.projects.add(project);
  if (!isAlone) return;
  sum.known += known;
  sum.failures += failures;
  sum.ms += ms;
  sum.timed += timed;
}

function onlyOf(projects: ReadonlySet<ProjectId | "">): ProjectId | undefined {
  const [only] = projects;
  return projects.size === 1 && only !== "" ? only : undefined;
}

function duration(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 2) return count(Math.max(1, Math.round(ms / 1000)), "second");
  return minutes < 120 ? count(Math.round(minutes), "minute") : `${(minutes / 60).toFixed(1)} hours`;
}
