/** The coin that decides which sessions go without memory, so that what memory changes can be measured. */
import { keyedHash } from "../base/hash.ts";

/** How the coin fell for a session; one session in `oneIn` is held out. */
export type Coin = { readonly oneIn: number; readonly heldOut: boolean };

type Toss = { readonly seed: string; readonly project: string; readonly session: string; readonly oneIn: number };

/** The same seed, project and session always fall the same way; a smaller `oneIn` only adds sessions. */
export function tossCoin({ seed, project, session, oneIn }: Toss): Coin {
  const share = Number.parseInt(keyedHash(seed, `hold-out ${project} ${session}`).slice(0, 12), 16) / 2 ** 48;
  return { oneIn, heldOut: share < 1 / oneIn };
}
