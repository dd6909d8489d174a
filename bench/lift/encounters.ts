/** What a stale rule costs each time that a session meets it: the first time, the second, and so on. */
import { type ConditionName, type SessionResult, staleRules } from "./conditions.ts";

export type Encounter = {
  readonly encounter: string;
  readonly tasks: number;
  readonly "with it": string;
  readonly "without it": string;
};

const SHOWN = 4;

/** Both with the same sessions; one list for each seed. */
export function encounters(
  name: ConditionName,
  stale: readonly (readonly SessionResult[])[],
  memory: readonly (readonly SessionResult[])[],
): readonly Encounter[] {
  const met = stale.flatMap((sessions, seed) => metIn(name, sessions, memory[seed]!));
  return Array.from({ length: SHOWN }, (_, at) => {
    const isLast = at === SHOWN - 1;
    const own = met.filter(({ before }) => (isLast ? before >= at : before === at));
    const share = (pick: (one: Met) => boolean): string => {
      const solved = own.filter(pick).length;
      return `${solved} of ${own.length}`;
    };
    return {
      ...{ encounter: isLast ? `${at + 1} and more` : String(at + 1), tasks: own.length },
      ...{
        "with it": share(({ isSolved }) => isSolved),
        "without it": share(({ isSolvedWithout }) => isSolvedWithout),
      },
    };
  });
}

type Met = { readonly before: number; readonly isSolved: boolean; readonly isSolvedWithout: boolean };

function metIn(name: ConditionName, sessions: readonly SessionResult[], memory: readonly SessionResult[]): Met[] {
  const times = new Map<string, number>();
  const rules = staleRules(name);
  return sessions.flatMap(({ tasks, solved }, n) =>
    tasks.flatMap((task, at): Met[] => {
      if (task.kind !== "rule" || !rules.some((way) => task.others.includes(way))) return [];
      const before = times.get(task.ask) ?? 0;
      times.set(task.ask, before + 1);
      return [{ before, isSolved: solved[at]!, isSolvedWithout: memory[n]!.solved[at]! }];
    }),
  );
}
