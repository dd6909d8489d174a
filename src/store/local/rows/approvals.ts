/** Approvals: a person approves one action, for one run within a minute, by whichever process is first. */
import { type Clock, DAY_MS } from "../../../core/base/clock.ts";
import type { NewId } from "../../../core/base/id.ts";
import { type Action, type ActionId, type ApprovalId, actionHash } from "../../../core/plan/plan.ts";
import type { Forgotten } from "../../../core/ports.ts";
import type { Database } from "../databases/database.ts";
import { holds } from "../forget/forget-events.ts";

export type Approvals = {
  /** An action that may not be written to disk lives as long as this process. */
  propose(action: Omit<Action, "id">, keep: "written" | "in memory"): Action;
  get(id: ActionId): Action | undefined;
  /** A second approval replaces the first. */
  approve(id: ActionId): Approved;
  /** The approved action, without using the approval. */
  approved(approval: ApprovalId): Action | undefined;
  /** Returns the stored action once, if the hash is that of the approved one; otherwise the approval is spent. */
  take(approval: ApprovalId, hash: string): Taken;
  /** It was rejected or edited, and can no longer be approved. */
  withdraw(id: ActionId): void;
};

type Approved =
  | { readonly outcome: "approved"; readonly approval: ApprovalId; readonly untilMs: number }
  | { readonly outcome: "refused"; readonly reason: "unknown" | "used" };

type Taken =
  | { readonly outcome: "taken"; readonly action: Action }
  | { readonly outcome: "refused"; readonly reason: "unknown" | "used" | "expired" | "changed" };

export const APPROVAL_MS = 60_000;

export function approvalsOf(state: Database, clock: Clock, newId: NewId): Approvals {
  const table = rowsInTable(state);
  const memory = rowsInMemory();
  /** One transaction reads and changes the row, so that two processes never both find it unused. */
  const within = <T>(
    work: (rows: ApprovalRows, row: Row) => T,
    find: (rows: ApprovalRows) => Row | undefined,
  ): T | undefined =>
    state.write(() => {
      for (const rows of [memory, table]) {
        const row = find(rows);
        if (row !== undefined) return work(rows, row);
      }
      return undefined;
    });
  const byAction = (id: ActionId) => (rows: ApprovalRows) => rows.byAction(id);
  const byApproval = (id: ApprovalId) => (rows: ApprovalRows) => rows.byApproval(id);

  return {
    propose(parts, keep) {
      const action: Action = { id: newId("act"), ...parts };
      const row: Row = { action, hash: actionHash(action), proposedMs: clock() };
      const rows = keep === "written" ? table : memory;
      state.write(() => {
        for (const one of [memory, table]) one.prune(clock() - DAY_MS);
        rows.put(row);
      });
      return action;
    },
    get: (id) => within((_, { action }) => action, byAction(id)),
    approve: (id) =>
      within((rows, row): Approved => {
        if (row.takenMs !== undefined) return { outcome: "refused", reason: "used" };
        const approval = newId("apv");
        rows.put({ ...row, approval, givenMs: clock() });
        return { outcome: "approved", approval, untilMs: clock() + APPROVAL_MS };
      }, byAction(id)) ?? { outcome: "refused", reason: "unknown" },
    approved: (approval) => within((_, { action }) => action, byApproval(approval)),
    take: (approval, hash) =>
      within((rows, row): Taken => {
        if (row.takenMs !== undefined) return { outcome: "refused", reason: "used" };
        // This is its one use, whatever the outcome.
        rows.put({ ...row, takenMs: clock() });
        const ageMs = clock() - (row.givenMs ?? 0);
        // A clock that was set back must not extend an approval.
        if (ageMs < 0 || ageMs > APPROVAL_MS) return { outcome: "refused", reason: "expired" };
        if (hash !== row.hash || actionHash(row.action) !== row.hash) return { outcome: "refused", reason: "changed" };
        return { outcome: "taken", action: row.action };
      }, byApproval(approval)) ?? { outcome: "refused", reason: "unknown" },
    withdraw(id) {
      within((rows) => rows.drop(id), byAction(id));
    },
  };
}

type Row = {
  readonly action: Action;
  readonly hash: string;
  readonly proposedMs: number;
  readonly approval?: ApprovalId;
  readonly givenMs?: number;
  readonly takenMs?: number;
};

type ApprovalRows = {
  byAction(id: ActionId): Row | undefined;
  byApproval(id: ApprovalId): Row | undefined;
  put(row: Row): void;
  drop(id: ActionId): void;
  prune(beforeMs: number): void;
};

function rowsInTable(state: Database): ApprovalRows {
  const only = (row: Record<string, unknown> | undefined): Row | undefined =>
    row === undefined ? undefined : fromRow(row);
  return {
    byAction: (id) => only(state.sql("SELECT * FROM approvals WHERE action = ?").get(id)),
    byApproval: (id) => only(state.sql("SELECT * FROM approvals WHERE approval = ?").get(id)),
    put({ action, hash, proposedMs, approval, givenMs, takenMs }) {
      state
        .sql(
          `INSERT OR REPLACE INTO approvals (action, body, hash, proposed_ms, approval, given_ms, taken_ms)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(action.id, JSON.stringify(action), hash, proposedMs, approval ?? null, givenMs ?? null, takenMs ?? null);
    },
    drop(id) {
      state.sql("DELETE FROM approvals WHERE action = ?").run(id);
    },
    prune(beforeMs) {
      state.sql("DELETE FROM approvals WHERE proposed_ms < ?").run(beforeMs);
    },
  };
}

function rowsInMemory(): ApprovalRows {
  const rows = new Map<ActionId, Row>();
  return {
    byAction: (id) => rows.get(id),
    byApproval: (id) => [...rows.values()].find(({ approval }) => approval === id),
    put: (row) => void rows.set(row.action.id, row),
    drop: (id) => void rows.delete(id),
    prune(beforeMs) {
      for (const { action, proposedMs } of rows.values()) if (proposedMs < beforeMs) rows.delete(action.id);
    },
  };
}

function fromRow(row: Record<string, unknown>): Row {
  return {
    action: JSON.parse(String(row.body)) as Action,
    hash: String(row.hash),
    proposedMs: Number(row.proposed_ms),
    ...(row.approval !== null && { approval: String(row.approval), givenMs: Number(row.given_ms) }),
    ...(row.taken_ms !== null && { takenMs: Number(row.taken_ms) }),
  };
}

/** Proposed actions contain text of the person and of records. */
export function scrubApprovals(state: Database, { ids, texts }: Forgotten): number {
  return state.write(() => {
    let gone = 0;
    for (const { action, body } of state.sql("SELECT action, body FROM approvals").all()) {
      const isNamed = ids.some((id) => String(body).includes(id));
      if (!isNamed && !texts.some((phrase) => holds(stringsIn(JSON.parse(String(body))).join("\n"), phrase))) continue;
      gone += Number(state.sql("DELETE FROM approvals WHERE action = ?").run(action!).changes);
    }
    return gone;
  });
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
