/** The runs of this server, with their live output and how they ended. */
import { computed, signal } from "@preact/signals";
import type { RunState } from "../../src/faces/http/runs.ts";
import { get, post } from "./api.ts";
import { isEverywhere } from "./navigation.ts";
import { attempt } from "./notices.ts";
import { onLiveEvent, serverStatus } from "./server-status.ts";

const runs = signal<readonly RunState[]>([]);

/** The runs of the project that is shown. */
export const shownRuns = computed(() =>
  runs.value.filter(({ project }) => isEverywhere.value || project === serverStatus.value?.project?.id),
);

const KEPT_CHARS = 200_000;

export function followRuns(): void {
  onLiveEvent<RunState>("run-started", (run) => {
    runs.value = [...runs.value.filter(({ id }) => id !== run.id), run];
  });
  onLiveEvent<{ id: string; text: string }>("run-output", ({ id, text }) =>
    change(id, ({ output }) => ({ output: (output + text).slice(-KEPT_CHARS) })),
  );
  onLiveEvent<{ id: string; ended: RunState["ended"] }>("run-ended", ({ id, ended }) =>
    change(id, () => (ended === undefined ? {} : { ended })),
  );
  void attempt(async () => {
    runs.value = (await get<{ runs: readonly RunState[] }>("runs")).runs;
  });
}

export function stopRun(id: string): void {
  void attempt(() => post("runs/stop", { id }));
}

export function hideRun(id: string): void {
  runs.value = runs.value.filter((run) => run.id !== id);
}

function change(id: string, parts: (run: RunState) => Partial<RunState>): void {
  runs.value = runs.value.map((run) => (run.id === id ? { ...run, ...parts(run) } : run));
}
