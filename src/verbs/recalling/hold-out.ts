/** How the coin falls for a session: as it first fell, also if the session is resumed or the setting has changed since. */
import type { Config } from "../../core/base/config.ts";
import type { ProjectRef } from "../../core/project/project.ts";
import { type Coin, tossCoin } from "../../core/session/hold-out.ts";
import { type Database, getMeta } from "../../store/local/databases/database.ts";
import type { Home } from "../../store/local/files/home.ts";
import { firstCoin } from "../../store/local/rows/briefings.ts";
import { coinInJournal } from "../../store/local/spool/journal.ts";
import { SESSION_SECRET } from "../artifacts/session-block.ts";

type CoinContext = {
  readonly config: Config;
  readonly home: Home;
  readonly project?: ProjectRef | undefined;
  readonly state: Database | undefined;
};

/** Undefined if no coin is thrown: it is off, or the session was given something before it was on. */
export function coinFor({ config, home, project, state }: CoinContext, session: string): Coin | undefined {
  const oneIn = config["lift.holdOut"];
  if (oneIn < LEAST || state === undefined) return undefined;
  const taken = firstCoin(state, session);
  const known = taken === undefined ? coinInJournal(home, session) : taken;
  if (known !== undefined) return known ?? undefined;
  const seed = getMeta(state, SESSION_SECRET);
  return seed === undefined ? undefined : tossCoin({ seed, session, project: project?.id ?? "", oneIn });
}

/** One session in one would leave nothing to compare with. */
const LEAST = 2;
