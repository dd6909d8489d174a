/** Passages for a prompt that is compared by the shipped table: no model, no server. */
import type { Clock } from "../../../core/base/clock.ts";
import type { Config } from "../../../core/base/config.ts";
import type { ProjectId } from "../../../core/record/record.ts";
import { queryByTable } from "../../../core/search/static-embedder.ts";
import { known } from "../../../core/search/vectors.ts";
import type { Database } from "../../../store/databases/database.ts";
import { unitVectors } from "../../../store/index/passages/unit-vectors.ts";
import { shippedTable } from "../../../store/piece-table.ts";
import type { Passage, PassageAsk } from "../call-context.ts";
import { leftOff } from "./left-off.ts";
import { passagesAgain, passagesFor } from "./passages-for.ts";

type Parts = {
  readonly index: Database;
  readonly state: Database;
  readonly project: ProjectId | undefined;
  readonly config: Config;
  readonly clock: Clock;
};

/** What a call context offers of sessions, tickets and episodes. */
export function passagesByTable({ config, clock, ...parts }: Parts) {
  const privatePatterns = config["capture.private"];
  const texts = {
    ...{ ...parts, privatePatterns },
    vectorOf: (text: string) => vectorOf(parts.index, config, text),
  };
  return {
    passagesFor: (ask: PassageAsk): Promise<Passage[]> => passagesFor(texts, ask),
    passagesAgain: (ids: readonly string[]): Passage[] => passagesAgain(texts, ids),
    leftOff: (session: string, told: readonly string[]): Passage[] => leftOff({ ...texts, session, told }, clock()),
  };
}

function vectorOf(index: Database, config: Config, text: string) {
  if (config["recall.embedder"] === "none") return undefined;
  const table = shippedTable();
  const embed = table === undefined ? undefined : queryByTable(table, unitVectors(index).model());
  return embed === undefined ? undefined : known({ vector: embed(text), by: "table" });
}
