/** The list of planted habits, written while planting, so that it is independent of the detectors. */

export type Planted =
  /** Without a project: counted over all projects. */
  | (Counted & { readonly kind: "recurring"; readonly project?: string; readonly family: string })
  | (Counted & { readonly kind: "sequence"; readonly project?: string; readonly families: readonly string[] })
  | (Counted & { readonly kind: "directory"; readonly directory: string });

export type Counted = { readonly count: number; readonly sessions: number };

export type Account = {
  /** Above the thresholds in a project: must be found. */
  readonly planted: readonly Planted[];
  /** Below the thresholds in a project: must not be suggested. */
  readonly decoys: readonly Planted[];
  /** Above the thresholds in a history file, which has only commands and times. */
  readonly inFile: readonly Planted[];
};

export type Ledger = {
  ran(run: Run): void;
  followed(row: Row): void;
  close(): Account;
};

type Where = { readonly project: string; readonly session: number };
type Run = Where & { readonly family: string; readonly directory: string; readonly isSuccess: boolean };
type Row = Where & { readonly families: readonly string[] };

/** The thresholds of the detectors, repeated here on purpose. */
export const LEAST = {
  recurring: { count: 4, sessions: 1 },
  sequence: { count: 3, sessions: 2 },
  directory: { count: 5, sessions: 2 },
} as const;

export function newLedger(): Ledger {
  const own = tallies();
  const inFile = tallies();
  return {
    ran: ({ family, directory, isSuccess, project, session }) => {
      inFile.add({ kind: "recurring", family }, session);
      if (!isSuccess) return;
      own.add({ kind: "recurring", project, family }, session);
      own.add({ kind: "directory", directory }, session);
    },
    followed: ({ families, project, session }) => {
      inFile.add({ kind: "sequence", families }, session);
      own.add({ kind: "sequence", project, families }, session);
    },
    close: () => ({
      planted: own.list().filter(isOver),
      decoys: own.list().filter((item) => !isOver(item)),
      inFile: inFile.list().filter(isOver),
    }),
  };
}

export function isOver({ kind, count, sessions }: Planted): boolean {
  return count >= LEAST[kind].count && sessions >= LEAST[kind].sessions;
}

type Uncounted<T> = T extends unknown ? Omit<T, keyof Counted> : never;
export type Named = Uncounted<Planted>;

export type Tallies = { add(item: Named, session: number | string): void; list(): Planted[] };

export function tallies(): Tallies {
  const rows = new Map<string, { readonly item: Named; count: number; readonly sessions: Set<number | string> }>();
  return {
    add: (item, session) => {
      const key = JSON.stringify(item);
      const row = rows.get(key) ?? { item, count: 0, sessions: new Set() };
      rows.set(key, row);
      row.count += 1;
      row.sessions.add(session);
    },
    list: () => [...rows.values()].map(({ item, count, sessions }) => ({ ...item, count, sessions: sessions.size })),
  };
}
