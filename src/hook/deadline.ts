/** A host waits for its hooks: after this long silence is the better answer. */

export type Deadline = {
  /** For work that is worth a little more. */
  extend(ms: number): void;
};

const DEADLINE_MS = 300;

export function startDeadline(): Deadline {
  let left = setTimeout(giveUp, DEADLINE_MS);
  return {
    extend(ms) {
      clearTimeout(left);
      left = setTimeout(giveUp, DEADLINE_MS + ms);
    },
  };
}

function giveUp(): void {
  process.exit(0);
}
