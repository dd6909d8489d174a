/** A host waits for its hooks: after this long silence is the better answer. */

export type Deadline = {
  /** From now on the host waits. What is done last happens before silence, too. */
  begin(last: () => void): void;
  /** For work that is worth a little more. */
  extend(ms: number): void;
};

const DEADLINE_MS = 300;
/** A machine under load may be late to hand over what its host says; one that never does has to be left. */
const SPEECHLESS_MS = 600;

export function startDeadline(): Deadline {
  let last = (): void => {};
  const giveUp = (): void => {
    try {
      last();
    } finally {
      process.exit(0);
    }
  };
  let left = setTimeout(giveUp, SPEECHLESS_MS);
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
