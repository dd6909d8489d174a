/** Runs a file of ours in a thread of its own: it may compute for long, and ends with this process at the latest. */
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, Worker, workerData } from "node:worker_threads";

export type Thread = {
  /** Rejects if the thread failed. */
  readonly ended: Promise<void>;
  /** Lets the thread end by itself for a moment, then stops it where it is. */
  stop(): Promise<void>;
};

/** What a thread may tell: a note for the person. */
type ThreadMessage = { readonly note: string };

const GRACE_MS = 150;

export function startThread(file: URL, data: object, note: (text: string) => void): Thread {
  // Its standard output is not ours: a server's client reads that.
  const worker = new Worker(file, { workerData: data, stdout: true, stderr: true });
  worker.stdout.resume();
  worker.stderr.resume();
  worker.on("message", (message: ThreadMessage) => note(message.note));
  const ended = new Promise<void>((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
  // This process may end before the thread does.
  worker.unref();
  return {
    ended,
    async stop() {
      worker.postMessage("stop");
      await Promise.race([ended.catch(() => {}), sleep(GRACE_MS)]);
      await worker.terminate();
    },
  };
}

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
