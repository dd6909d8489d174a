/** The table of spaces: creating one, its settings, and the number of its last change. */
import type { SpaceId } from "../../../../src/core/team/rights.ts";
import type { Retention, WireSpace } from "../../../../src/core/team/wire.ts";
import type { Transaction } from "../database.ts";
import { enterSpace } from "../sign-in.ts";

type NewSpace = { readonly id: SpaceId; readonly name: string; readonly review: boolean; readonly nowMs: number };

export async function createSpace(tx: Transaction, { id, name, review, nowMs }: NewSpace): Promise<void> {
  await enterSpace(tx, id);
  await tx`INSERT INTO oldhand.spaces (id, name, review, created_ms) VALUES (${id}, ${name}, ${review}, ${nowMs})`;
}

/** In a transaction that has named it. */
export async function hasSpace(tx: Transaction, id: SpaceId): Promise<boolean> {
  return (await tx`SELECT 1 FROM oldhand.spaces WHERE id = ${id}`).length > 0;
}

type SpaceSettings = { readonly space: WireSpace; readonly retention: Retention };

export async function readSettings(tx: Transaction, id: SpaceId): Promise<SpaceSettings> {
  const [row] = await tx`SELECT * FROM oldhand.spaces WHERE id = ${id}`;
  return {
    space: { id, name: row!.name, review: row!.review },
    retention: { revisions: row!.revisions_days, proposals: row!.proposals_days, tombstones: row!.tombstones_days },
  };
}

export async function writeSettings(tx: Transaction, { space, retention }: SpaceSettings): Promise<void> {
  await tx`
    UPDATE oldhand.spaces SET review = ${space.review}, revisions_days = ${retention.revisions},
      proposals_days = ${retention.proposals}, tombstones_days = ${retention.tombstones}
    WHERE id = ${space.id}`;
}

/** Whoever has the row writes; returns the number of the last change. */
export async function lockSpace(tx: Transaction, id: SpaceId): Promise<number> {
  const [row] = await tx`SELECT seq FROM oldhand.spaces WHERE id = ${id} FOR NO KEY UPDATE`;
  return row!.seq;
}

export async function setSeq(tx: Transaction, id: SpaceId, seq: number): Promise<void> {
  await tx`UPDATE oldhand.spaces SET seq = ${seq} WHERE id = ${id}`;
}
