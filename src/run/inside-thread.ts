/** For a file that `startThread` runs: what it was given, and how it tells the process something. */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { ThreadMessage } from "./start-thread.ts";

const LOWER_PRIORITY = 10;

type Inside = { readonly data: unknown; readonly note: (text: string) => void };

/** Runs the work of this thread and ends the thread. */
export async function insideThread(work: (inside: Inside) => Promise<void>): Promise<void> {
  yieldToOthers();
  parentPort?.on("message", () => process.exit());
  // Listening must not keep the thread alive.
  parentPort?.unref();
  await work({
    data: workerData,
    note: (note) => parentPort?.postMessage({ note } satisfies ThreadMessage),
  });
  // In a thread, this ends the thread only.
  process.exit();
}

/** Hooks are answered by the main thread, so it goes first. Only Linux has a priority for each thread. */
function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, LOWER_PRIORITY);
  } catch {
    // Not permitted here: the work is done at the usual priority.
  }
}
