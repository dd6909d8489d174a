/** When the store was last consolidated, and when its clock was last doubted. */
import { type Database, getMeta, setMeta } from "./database.ts";

export type Sweeps = {
  last(): { readonly lastSweepMs?: number; readonly lastJumpMs?: number };
  note(atMs: number, found: { readonly hasJumped: boolean }): void;
};

const SWEPT = "last_sweep_ms";
const JUMPED = "last_jump_ms";

export function sweepsOf(state: Database): Sweeps {
  return {
    last() {
      const [swept, jumped] = [getMeta(state, SWEPT), getMeta(state, JUMPED)];
      return {
        ...(swept !== undefined && { lastSweepMs: Number(swept) }),
        ...(jumped !== undefined && { lastJumpMs: Number(jumped) }),
      };
    },
    note(atMs, { hasJumped }) {
      setMeta(state, SWEPT, String(atMs));
      if (hasJumped) setMeta(state, JUMPED, String(atMs));
    },
  };
}
