/** The secret that the markers of sessions derive from: made once, with the first thing that is written. */
import { toHex } from "../../core/base/hash.ts";
import { type Database, getMeta, setMeta } from "../../store/local/databases/database.ts";
import { SESSION_SECRET } from "./session-block.ts";

/** Known to this machine alone, so that nobody who wrote a line can have foreseen a marker. */
export function sessionSecret(state: Database): string {
  const known = getMeta(state, SESSION_SECRET);
  if (known !== undefined) return known;
  const made = toHex(state.random(16));
  setMeta(state, SESSION_SECRET, made);
  return made;
}
