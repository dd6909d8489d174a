/** Hashes of the repository records that a person accepted on this machine. */
import type { Version } from "../../../core/ports.ts";
import type { Database } from "../databases/database.ts";

export type Accepted = {
  has(project: string, version: Version): boolean;
  /** Whether anything of a project was accepted at all. */
  any(project: string): boolean;
  add(project: string, versions: readonly Version[], atMs: number): void;
};

export function acceptedOf(state: Database): Accepted {
  return {
    has: (project, version) =>
      state.sql("SELECT 1 FROM accepted WHERE project = ? AND hash = ?").get(project, version) !== undefined,
    any: (project) => state.sql("SELECT 1 FROM accepted WHERE project = ? LIMIT 1").get(project) !== undefined,
    add(project, versions, atMs) {
      state.write(() => {
        for (const version of versions) {
          state
            .sql("INSERT OR IGNORE INTO accepted (project, hash, at_ms) VALUES (?, ?, ?)")
            .run(project, version, atMs);
        }
      });
    },
  };
}
