/** The expected suggestions of a year: the planted habits of each project, combined by the scope rule. */
import { type Account, isOver, type Planted } from "./ledger.ts";

export type Suggested = {
  readonly kind: string;
  readonly key: string;
  readonly scope: "global" | "project";
  readonly project?: string;
  readonly count: number;
  readonly sessions: number;
};

/** A session belongs to one project, so sessions can be added like runs. */
export function expectedOf({ planted, decoys }: Pick<Account, "planted" | "decoys">): Suggested[] {
  const byName = Map.groupBy([...planted, ...decoys], (item) => `${item.kind} ${keyOf(item)}`);
  return [...byName.values()].flatMap((items) => {
    const count = items.reduce((sum, item) => sum + item.count, 0);
    const sessions = items.reduce((sum, item) => sum + item.sessions, 0);
    const total = { ...items[0]!, count, sessions };
    return isOver(total) ? [suggestedOf(total, items.length === 1 ? projectOf(total) : undefined)] : [];
  });
}

/** A history file has only commands and times, so all of it counts as the person's. */
export function expectedOfFile({ inFile }: Pick<Account, "inFile">): Suggested[] {
  return inFile.map((item) => suggestedOf(item, undefined));
}

export function differences(found: readonly Suggested[], expected: readonly Suggested[]): string[] {
  const [here, there] = [found, expected].map((items) => new Set(items.map(lineOf)));
  return [
    ...[...there!].filter((line) => !here!.has(line)).map((line) => `planted and not suggested: ${line}`),
    ...[...here!].filter((line) => !there!.has(line)).map((line) => `suggested and not planted: ${line}`),
  ];
}

const KINDS = { recurring: "recurring_command", sequence: "workflow_pattern", directory: "preferred_cwd" } as const;

function suggestedOf(item: Planted, project: string | undefined): Suggested {
  const { kind, count, sessions } = item;
  const where = project === undefined ? { scope: "global" as const } : { scope: "project" as const, project };
  return { kind: KINDS[kind], key: keyOf(item), ...where, count, sessions };
}

function keyOf(item: Planted): string {
  if (item.kind === "directory") return item.directory;
  return item.kind === "recurring" ? item.family : item.families.join(" → ");
}

function projectOf(item: Planted): string | undefined {
  return item.kind === "directory" ? /^\/home\/me\/code\/[^/]+/.exec(item.directory)![0] : item.project;
}

function lineOf({ kind, key, scope, project = "", count, sessions }: Suggested): string {
  return [kind, key, scope, project, count, sessions].join(" | ");
}
