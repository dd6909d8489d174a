/** The runs of this server: what each printed, live, and how it ended. */
import { signal } from "@preact/signals";
import type { RunState } from "../../src/http/runs.ts";
import { ask, tell } from "./ask.ts";
import { attempt } from "./notices.ts";
import { hear } from "./standing.ts";

export const runs = signal<readonly RunState[]>([]);

const KEPT_CHARS = 200_000;

export function beginRuns(): void {
  hear<RunState>("run-begun", (run) => {
    runs.value = [...runs.value.filter(({ id }) => id !== run.id), run];
  });
  hear<{ id: string; text: string }>("run-output", ({ id, text }) =>
    change(id, ({ output }) => ({ output: (output + text).slice(-KEPT_CHARS) })),
  );
  hear<{ id: string; ended: RunState["ended"] }>("run-ended", ({ id, ended }) =>
    change(id, () => (ended === undefined ? {} : { ended })),
  );
  void attempt(async () => {
    runs.value = (await ask<{ runs: readonly RunState[] }>("runs")).runs;
  });
}

export function stop(id: string): void {
  void attempt(() => tell("runs/stop", { id }));
}

export function putAway(id: string): void {
  runs.value = runs.value.filter((run) => run.id !== id);
}

function change(id: string, parts: (run: RunState) => Partial<RunState>): void {
  runs.value = runs.value.map((run) => (run.id === id ? { ...run, ...parts(run) } : run));
}
