/** Wakes requests that wait for the next commit to a space. */

export type CommitSignal = {
  /** How many commits to the space were announced so far: read it before looking for changes. */
  countOf(space: string): number;
  announce(space: string): void;
  /** Resolves when there was a commit after that count, after `mostMs`, or when the signal is aborted. */
  next(space: string, count: number, wait: { readonly mostMs: number; readonly signal: AbortSignal }): Promise<void>;
};

/** If commits follow each other closely, everybody who waits is woken once for several of them. */
const REST_MS = 100;

export function createCommitSignal(): CommitSignal {
  const counts = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();
  /** Spaces whose waiting requests were just woken. */
  const resting = new Set<string>();
  const wakeAll = (space: string): void => {
    for (const wake of [...(waiting.get(space) ?? [])]) wake();
  };
  const countOf = (space: string): number => counts.get(space) ?? 0;
  return {
    countOf,
    announce(space) {
      counts.set(space, countOf(space) + 1);
      if (resting.has(space)) return;
      wakeAll(space);
      resting.add(space);
      const woken = countOf(space);
      setTimeout(() => {
        resting.delete(space);
        if (countOf(space) !== woken) wakeAll(space);
      }, REST_MS).unref();
    },
    next(space, count, { mostMs, signal }) {
      if ((countOf(space) !== count && !resting.has(space)) || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const all = waiting.get(space) ?? new Set();
        waiting.set(space, all);
        const wake = (): void => {
          clearTimeout(timer);
          signal.removeEventListener("abort", wake);
          all.delete(wake);
          if (all.size === 0) waiting.delete(space);
          resolve();
        };
        const timer = setTimeout(wake, mostMs);
        signal.addEventListener("abort", wake);
        all.add(wake);
      });
    },
  };
}
