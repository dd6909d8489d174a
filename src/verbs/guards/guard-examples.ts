/** What a guard would have stopped and let pass, in real commands of this project's history; without any, in the guard's own words. */
import { whatRuns } from "../../core/command/what-runs.ts";
import { type Guard, isCommandText, listOfPatterns } from "../../core/guard/guard.ts";
import { matchGuards } from "../../core/guard/match.ts";
import { namedWords, occursIn } from "../../core/guard/named-words.ts";
import type { CallContext } from "../call/call-context.ts";

export type GuardExamples = {
  readonly stops: string;
  readonly passes: string;
  /** Of the agents' last commands here. */
  readonly would?: { readonly stopped: number; readonly of: number };
};

const MOST_EVENTS = 1000;
const NO_SCRIPTS = { find: () => undefined };

export async function guardExamples(call: CallContext, guards: readonly Guard[]): Promise<GuardExamples> {
  const { store, project } = call;
  const byAgents = await store.events.recent({
    ...(project && { near: project.id }),
    actor: "agent",
    limit: MOST_EVENTS,
  });
  // On which branch or day a line ran, and what was done before it, history does not say.
  const lines = guards.some(needsMore) ? [] : byAgents.map(({ command }) => command);
  const words = guards.flatMap(namedWords);
  const near = [...new Set(lines)].filter((line) => words.some((word) => occursIn(line, word)));
  const isStopped = (line: string): boolean => {
    const cwd = project?.root ?? "/";
    const runs = whatRuns(line, { isThorough: true, cwd, scripts: NO_SCRIPTS });
    return matchGuards(guards, { kind: "command", runs }, { cwd, succeeded: () => "no" }).length > 0;
  };
  const stopped = new Set(near.filter(isStopped));
  const [own, other] = [shortest([...stopped]), shortest(near.filter((line) => !stopped.has(line)))];
  const [first] = guards;
  const said = first === undefined ? { stops: "", passes: "" } : inItsWords(first, (line) => !isStopped(line));
  return {
    stops: own ?? said.stops,
    passes: other ?? said.passes,
    ...(lines.length > 0 && {
      would: { stopped: lines.filter((line) => stopped.has(line)).length, of: lines.length },
    }),
  };
}

const needsMore = (guard: Guard): boolean => "never" in guard || "first" in guard;

/** The plainest one says the most. */
function shortest(lines: readonly string[]): string | undefined {
  return lines.filter((line) => !line.includes("\n")).toSorted((a, b) => a.length - b.length)[0];
}

function withoutLastOptions(command: string): string {
  const words = command.split(" ");
  const last = words.findLastIndex((word, at) => at === 0 || !/^-\S+$/.test(word));
  return words.slice(0, last + 1).join(" ");
}

function inItsWords(guard: Guard, mayPass: (line: string) => boolean): Pick<GuardExamples, "stops" | "passes"> {
  const [except] = listOfPatterns(guard.except);
  if ("deny" in guard) {
    const [command = ""] = listOfPatterns(guard.deny);
    const program = command.split(" ")[0]!;
    const shorter = withoutLastOptions(command);
    const others = [...(except === undefined ? [] : [withException(command, except)]), shorter, `${program} --help`];
    return { stops: command, passes: others.find(mayPass) ?? "other commands" };
  }
  if ("instead" in guard) {
    const [from = "", to = ""] = Object.entries(guard.instead)[0] ?? [];
    return { stops: from, passes: to };
  }
  if ("require" in guard)
    return { stops: guard.require.command, passes: `${guard.require.command} ${guard.require.flag}` };
  if ("first" in guard) return { stops: guard.first.command, passes: `${guard.first.run} && ${guard.first.command}` };
  if ("never" in guard) {
    const { command, on } = guard.never;
    const place = on.replace(/^!/, "");
    const [there, elsewhere] = [`${command} on ${place}`, `${command} anywhere else`];
    return on.startsWith("!") ? { stops: elsewhere, passes: there } : { stops: there, passes: elsewhere };
  }
  if ("text" in guard) {
    const place = isCommandText(guard.text) ? guard.text.in : `an edit of ${guard.text.in}`;
    return { stops: `${place} with ${guard.text.adds}`, passes: `${place} without it` };
  }
  const [glob = ""] = listOfPatterns(guard.protect);
  return { stops: `a change of ${glob}`, passes: `reading ${glob}` };
}

const withException = (command: string, except: string): string =>
  except.startsWith("-") ? `${command.replace(/ --?\S+$/, "")} ${except}` : except;

/** The two lines that a person decides on. */
export function examplesInWords({ stops, passes, would }: GuardExamples): readonly [string, string] {
  const counted = would === undefined ? "" : ` (${would.stopped} of your agents' last ${would.of} commands here)`;
  return [`Stops: ${stops}${counted}`, `Passes: ${passes}`];
}
