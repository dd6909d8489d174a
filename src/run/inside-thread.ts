/** For a file that `startThread` runs: what it was given, and how it tells the process something. */
import { parentPort, workerData } from "node:worker_threads";
import type { ThreadMessage } from "./start-thread.ts";

type Inside = { readonly data: unknown; readonly note: (text: string) => void };

/** Runs the work of this thread and ends the thread. */
export async function insideThread(work: (inside: Inside) => Promise<void>): Promise<void> {
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
