/** Hosts wait for their hooks: after the deadline the hook ends without an answer. */

export type Deadline = {
  /** Starts the deadline. `last` also runs if the hook gives up. */
  begin(last: () => void): void;
  /** Adds time for work that is worth it. */
  extend(ms: number): void;
};

const DEADLINE_MS = 300;
/** Until the host's input arrives: a loaded machine may be late, and some hosts send nothing at all. */
const NO_INPUT_MS = 600;

export function startDeadline(): Deadline {
  let last = (): void => {};
  const giveUp = (): void => {
    try {
      last();
    } finally {
      process.exit(0);
    }
  };
  let left = setTimeout(giveUp, NO_INPUT_MS);
  const restart = (ms: number): void => {
    clearTimeout(left);
    left = setTimeout(giveUp, ms);
  };
  return {
    begin(act) {
      last = act;
      restart(DEADLINE_MS);
    },
    extend: (ms) => restart(DEADLINE_MS + ms),
  };
}
