/** The runs of this server, current and recent; their screened output is streamed to every open page and kept only in memory. */
import type { Clock } from "../../core/base/clock.ts";
import { screen } from "../../core/screen/clean.ts";
import type { LiveEvents } from "./live-events.ts";

type RunEnd = { readonly status: string; readonly exitCode?: number; readonly message?: string };

export type RunState = {
  readonly id: string;
  readonly command: string;
  readonly cwd: string;
  /** Pages that show another project leave it out. */
  readonly project?: string;
  readonly startedMs: number;
  readonly output: string;
  readonly ended?: RunEnd & { readonly durationMs: number };
};

export type RunWork = (run: {
  readonly signal: AbortSignal;
  readonly onOutput: (chunk: Uint8Array, from: "stdout" | "stderr") => void;
}) => Promise<RunEnd>;

export type Runs = {
  list(): readonly RunState[];
  /** Returns at once; the run continues. */
  start(about: Pick<RunState, "id" | "command" | "cwd" | "project">, work: RunWork): void;
  /** False if it is not running. */
  stop(id: string): boolean;
  stopAll(): void;
};

const KEPT_RUNS = 20;
const KEPT_CHARS = 200_000;
const LONGEST_LINE = 8000;

export function createRuns({
  clock,
  live,
}: {
  readonly clock: Clock;
  readonly live: Pick<LiveEvents, "broadcast" | "checkNow">;
}): Runs {
  const runs = new Map<string, RunState>();
  const stops = new Map<string, AbortController>();
  const change = (id: string, parts: Partial<RunState>): void => {
    const before = runs.get(id);
    if (before !== undefined) runs.set(id, { ...before, ...parts });
  };
  return {
    list: () => [...runs.values()],
    start(about, work) {
      const stop = new AbortController();
      const started: RunState = { ...about, startedMs: clock(), output: "" };
      runs.set(about.id, started);
      stops.set(about.id, stop);
      for (const old of [...runs.keys()].slice(0, -KEPT_RUNS)) if (!stops.has(old)) runs.delete(old);
      live.broadcast("run-started", started);
      const append = (text: string): void => {
        change(about.id, { output: ((runs.get(about.id)?.output ?? "") + text).slice(-KEPT_CHARS) });
        live.broadcast("run-output", { id: about.id, text });
      };
      const lines = { stdout: screenLines(append), stderr: screenLines(append) };
      const end = (how: RunEnd): void => {
        lines.stdout.end();
        lines.stderr.end();
        stops.delete(about.id);
        const ended = { ...how, durationMs: clock() - started.startedMs };
        change(about.id, { ended });
        live.broadcast("run-ended", { id: about.id, ended });
        live.checkNow();
      };
      work({ signal: stop.signal, onOutput: (chunk, from) => lines[from].add(chunk) }).then(end, (error: Error) =>
        end({ status: "failure", message: error.message }),
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

/** Passes on complete lines only: a secret split across two chunks would get past the screen. */
function screenLines(emit: (text: string) => void): { add(chunk: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder();
  let rest = "";
  const take = (text: string, isLast: boolean): void => {
    const parts = (rest + text).split(/\r\n|\n|\r/);
    rest = isLast ? "" : (parts.pop() ?? "");
    if (rest.length > LONGEST_LINE) {
      parts.push(rest);
      rest = "";
    }
    const complete = isLast && parts.at(-1) === "" ? parts.slice(0, -1) : parts;
    if (complete.length > 0) emit(`${complete.map((line) => screen(line).text).join("\n")}\n`);
  };
  return {
    add: (chunk) => take(decoder.decode(chunk, { stream: true }), false),
    end: () => take(decoder.decode(), true),
  };
}
