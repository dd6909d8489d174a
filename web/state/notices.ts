/** Short notices about what was just done, with an optional undo. */
import { signal } from "@preact/signals";

export type Notice = {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  readonly undo?: () => void;
};

export const notices = signal<readonly Notice[]>([]);

const SHOWN_MS = 8000;
let last = 0;

export function notify(text: string, { undo }: { undo?: () => void } = {}): void {
  add({ text, isError: false, ...(undo !== undefined && { undo }) });
}

export function notifyError(text: string): void {
  add({ text, isError: true });
}

export function closeNotice(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** Runs something that may fail; a failure becomes a notice and returns undefined. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    notifyError(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** As `attempt`, for calls that the memory may refuse; a refusal is shown with its reason and returns undefined. */
export async function attemptChange<T extends { readonly outcome: string; readonly reason?: string }>(
  work: () => Promise<T>,
): Promise<T | undefined> {
  const done = await attempt(work);
  if (done?.outcome !== "refused") return done;
  notifyError(done.reason ?? "The change was refused.");
  return undefined;
}

function add(notice: Omit<Notice, "id">): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value.slice(-2), { id, ...notice }];
  setTimeout(() => closeNotice(id), SHOWN_MS);
}
