/** What runs, and what ran since the server was started: output is told to every open page as it comes, and kept nowhere else. */
import type { Clock } from "../core/base/clock.ts";
import { screen } from "../core/screen/clean.ts";
import type { Live } from "./live.ts";

type RunEnd = { readonly status: string; readonly exitCode?: number; readonly says?: string };

export type RunState = {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  readonly startedMs: number;
  readonly output: string;
  readonly ended?: RunEnd & { readonly durationMs: number };
};

export type RunWork = (means: {
  readonly signal: AbortSignal;
  readonly onOutput: (chunk: Uint8Array, from: "stdout" | "stderr") => void;
}) => Promise<RunEnd>;

export type Runs = {
  list(): readonly RunState[];
  /** Comes back at once; the run goes on. */
  begin(about: Pick<RunState, "id" | "command" | "cwd">, work: RunWork): void;
  /** False where it is not running. */
  stop(id: string): boolean;
  stopAll(): void;
};

const KEPT_RUNS = 20;
const KEPT_CHARS = 200_000;
const LONGEST_LINE = 8000;

export function runsOf({
  clock,
  live,
}: {
  readonly clock: Clock;
  readonly live: Pick<Live, "tell" | "changed">;
}): Runs {
  const runs = new Map<string, RunState>();
  const stops = new Map<string, AbortController>();
  const change = (id: string, parts: Partial<RunState>): void => {
    const before = runs.get(id);
    if (before !== undefined) runs.set(id, { ...before, ...parts });
  };
  return {
    list: () => [...runs.values()],
    begin(about, work) {
      const stop = new AbortController();
      const begun: RunState = { ...about, startedMs: clock(), output: "" };
      runs.set(about.id, begun);
      stops.set(about.id, stop);
      for (const old of [...runs.keys()].slice(0, -KEPT_RUNS)) if (!stops.has(old)) runs.delete(old);
      live.tell("run-begun", begun);
      const tell = (text: string): void => {
        change(about.id, { output: ((runs.get(about.id)?.output ?? "") + text).slice(-KEPT_CHARS) });
        live.tell("run-output", { id: about.id, text });
      };
      const lines = { stdout: lineScreen(tell), stderr: lineScreen(tell) };
      const end = (how: RunEnd): void => {
        lines.stdout.end();
        lines.stderr.end();
        stops.delete(about.id);
        const ended = { ...how, durationMs: clock() - begun.startedMs };
        change(about.id, { ended });
        live.tell("run-ended", { id: about.id, ended });
        live.changed();
      };
      work({ signal: stop.signal, onOutput: (chunk, from) => lines[from].add(chunk) }).then(end, (error: Error) =>
        end({ status: "failure", says: error.message }),
      );
    },
    stop(id) {
      const stop = stops.get(id);
      stop?.abort();
      return stop !== undefined;
    },
    stopAll() {
      for (const stop of stops.values()) stop.abort();
    },
  };
}

/** Hands on whole lines, each screened: a secret that was cut in two would pass in halves. */
function lineScreen(tell: (text: string) => void): { add(chunk: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder();
  let rest = "";
  const take = (text: string, isLast: boolean): void => {
    const parts = (rest + text).split(/\r\n|\n|\r/);
    rest = isLast ? "" : (parts.pop() ?? "");
    if (rest.length > LONGEST_LINE) {
      parts.push(rest);
      rest = "";
    }
    const told = isLast && parts.at(-1) === "" ? parts.slice(0, -1) : parts;
    if (told.length > 0) tell(`${told.map((line) => screen(line).text).join("\n")}\n`);
  };
  return {
    add: (chunk) => take(decoder.decode(chunk, { stream: true }), false),
    end: () => take(decoder.decode(), true),
  };
}
