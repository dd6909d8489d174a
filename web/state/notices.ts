/** Short words on what was just done, with a way back where there is one. */
import { signal } from "@preact/signals";

export type Notice = {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  readonly undo?: () => void;
};

export const notices = signal<readonly Notice[]>([]);

const STAYS_MS = 8000;
let last = 0;

export function say(text: string, { isBad = false, undo }: { isBad?: boolean; undo?: () => void } = {}): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value.slice(-2), { id, text, isBad, ...(undo !== undefined && { undo }) }];
  setTimeout(() => drop(id), STAYS_MS);
}

export function drop(id: number): void {
  notices.value = notices.value.filter((one) => one.id !== id);
}

/** Does something that may fail, and says so where it does. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), { isBad: true });
    return undefined;
  }
}
