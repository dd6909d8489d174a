/** Counts what is kept besides records. */
import type { CallContext, Settled } from "../call/call-context.ts";
import { historyVerbs } from "../history/history-verbs.ts";
import { sessionVerbs } from "../session/transcripts/session-verbs.ts";
import { suggestionVerbs } from "../suggestion/sources/suggestion-verbs.ts";
import { joinedSpaces } from "../team/space/joined-spaces.ts";
import type { EmbedderState } from "../upkeep/embedder-verbs.ts";
import { maintenanceVerbs } from "../upkeep/maintenance-verbs.ts";

type Others = {
  readonly events: number;
  /** Of the commands. */
  readonly commandSessions: number;
  readonly sessions: Readonly<Record<"onDisk" | "imported" | "skipped" | "expired", number>>;
  readonly suggestions: Readonly<Record<"pending" | "accepted" | "dismissed", number>>;
  readonly episodes: number;
  readonly embedder: EmbedderState | undefined;
  readonly spaces: readonly SpaceCounts[] | undefined;
  readonly jobs: readonly unknown[];
  readonly spending: readonly unknown[];
};

type SpaceCounts = {
  readonly name: string;
  readonly records: number;
  readonly toSend: number;
  readonly waiting: unknown;
};

export async function countOthers(call: CallContext, settled: Settled): Promise<Others> {
  const { events, sessions } = historyVerbs(call, settled).commandCounts();
  const { onDisk, imported, expired, episodes } = await sessionVerbs(call).sessionCounts();
  const upkeep = maintenanceVerbs(call, settled);
  const embedder = await upkeep.embedderState();
  const joined = await joinedSpaces(call);
  const spaces = joined.map(({ name, records, toSend, waiting }) => ({ name, records, toSend, waiting }));
  return {
    events,
    commandSessions: sessions,
    sessions: { onDisk, imported, skipped: Math.max(0, onDisk - imported), expired },
    suggestions: await suggestionVerbs(call).suggestionCounts(),
    episodes,
    embedder,
    spaces: spaces.length > 0 ? spaces : undefined,
    ...upkeep.work(),
  };
}
