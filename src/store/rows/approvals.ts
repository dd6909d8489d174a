/** Approvals: a person approves one action, for one run within a minute, by whichever process is first. */
import { type Clock, DAY_MS } from "../../core/base/clock.ts";
import type { NewId } from "../../core/base/id.ts";
import { type Action, type ActionId, type ApprovalId, actionHash } from "../../core/plan/plan.ts";
import { type AtOnce, type Database, optionalNumber, putRow } from "../databases/database.ts";

export type Approvals = ReturnType<typeof approvalsOf>;

type Approved =
  | { readonly outcome: "approved"; readonly approval: ApprovalId; readonly untilMs: number }
  | { readonly outcome: "refused"; readonly reason: "unknown" | "used" };

type Taken =
  | { readonly outcome: "taken"; readonly action: Action }
  | { readonly outcome: "refused"; readonly reason: "unknown" | "used" | "expired" | "changed" };

export const APPROVAL_MS = 60_000;

export function approvalsOf(state: Database, clock: Clock, newId: NewId) {
  const table = rowsInTable(state);
  const memory = rowsInMemory();
  /** One transaction reads and changes the row, so that two processes never both find it unused. */
  const within = <T>(by: RowKey, id: string, work: (row: Row, rows: ApprovalRows) => AtOnce<T>): T | undefined =>
    state.write<T | undefined>((): AtOnce<T> | undefined => {
      for (const rows of [memory, table]) {
        const row = rows.find(by, id);
        if (row !== undefined) return work(row, rows);
      }
      return undefined;
    });

  return {
    /** An action that may not be written to disk lives as long as this process. */
    propose(parts: Omit<Action, "id">, keep: "written" | "in memory"): Action {
      const action: Action = { id: newId("act"), ...parts };
      const row: Row = { action, hash: actionHash(action), proposedMs: clock() };
      const rows = keep === "written" ? table : memory;
      state.write(() => {
        for (const one of [memory, table]) one.prune(clock() - DAY_MS);
        rows.put(row);
      });
      return action;
    },
    get: (id: ActionId) => within("action", id, ({ action }) => action),
    /** A second approval replaces the first. */
    approve: (id: ActionId): Approved =>
      within("action", id, (row, rows): Approved => {
        if (row.takenMs !== undefined) return { outcome: "refused", reason: "used" };
        const approval = newId("apv");
        rows.put({ ...row, approval, givenMs: clock() });
        return { outcome: "approved", approval, untilMs: clock() + APPROVAL_MS };
      }) ?? { outcome: "refused", reason: "unknown" },
    /** The approved action, without using the approval. */
    approved: (approval: ApprovalId) => within("approval", approval, ({ action }) => action),
    /** Returns the stored action once, if the hash is that of the approved one; otherwise the approval is spent. */
    take: (approval: ApprovalId, hash: string): Taken =>
      within("approval", approval, (row, rows): Taken => {
        if (row.takenMs !== undefined) return { outcome: "refused", reason: "used" };
        // This is its one use, whatever the outcome.
        rows.put({ ...row, takenMs: clock() });
        const ageMs = clock() - (row.givenMs ?? 0);
        // A clock that was set back must not extend an approval.
        if (ageMs < 0 || ageMs > APPROVAL_MS) return { outcome: "refused", reason: "expired" };
        if (hash !== row.hash || actionHash(row.action) !== row.hash) return { outcome: "refused", reason: "changed" };
        return { outcome: "taken", action: row.action };
      }) ?? { outcome: "refused", reason: "unknown" },
    /** It was rejected or edited, and can no longer be approved. */
    withdraw: (id: ActionId) => within("action", id, (_, rows) => rows.drop(id)),
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

type RowKey = "action" | "approval";

type ApprovalRows = {
  find(by: RowKey, id: string): Row | undefined;
  put(row: Row): void;
  drop(id: ActionId): void;
  prune(beforeMs: number): void;
};

function rowsInTable(state: Database): ApprovalRows {
  return {
    find: (by, id) =>
      state
        .sql(`SELECT * FROM approvals WHERE ${by} = ?`)
        .all(id)
        .map(fromRow)
        // An action that an earlier version proposed has no such member: it has to be proposed again.
        .find(({ action }) => action.fingerprint !== undefined),
    put({ action, hash, proposedMs, approval, givenMs, takenMs }) {
      const times = { proposed_ms: proposedMs, given_ms: givenMs, taken_ms: takenMs };
      putRow(state, "approvals", { action: action.id, body: JSON.stringify(action), hash, approval, ...times });
    },
    drop: (id) => void state.sql("DELETE FROM approvals WHERE action = ?").run(id),
    prune: (beforeMs) => void state.sql("DELETE FROM approvals WHERE proposed_ms < ?").run(beforeMs),
  };
}

function rowsInMemory(): ApprovalRows {
  const rows = new Map<ActionId, Row>();
  return {
    find: (by, id) =>
      [...rows.values()].find(({ action, approval }) => (by === "action" ? action.id : approval) === id),
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
    ...optionalNumber("takenMs", row.taken_ms),
  };
}
