/** The transcripts of this person's agents: in the folders that the person's own calls named, so that an agent's shell cannot add one. */

import { agentsWith } from "../../../agents/all.ts";
import { type FoundTranscript, findTranscripts } from "../../../capture/agents/find-transcripts.ts";
import type { AgentName } from "../../../core/session/session.ts";
import { getMeta, setMeta } from "../../../store/databases/database.ts";
import { type CallContext, callerOf } from "../../call/call-context.ts";

export function ownTranscripts(call: CallContext, only?: AgentName): FoundTranscript[] {
  const known = rememberTranscriptPlaces(call);
  return findTranscripts(call.env.variables, only, (place) => known.length === 0 || known.includes(place));
}

/** The name in the meta table. */
const PLACES = "transcript places";

/** Until a person has called for the first time, every caller's count. */
export function rememberTranscriptPlaces({ store, env }: Pick<CallContext, "store" | "env">): readonly string[] {
  const known = placesIn(getMeta(store.state, PLACES));
  const here = agentsWith("transcripts").flatMap(({ transcripts }) => transcripts.places(env.variables));
  if (here.every((place) => known.includes(place)) || callerOf(env) !== "person") return known;
  const all = [...new Set([...known, ...here])];
  setMeta(store.state, PLACES, JSON.stringify(all));
  return all;
}

function placesIn(json: string | undefined): string[] {
  const places: unknown = json === undefined ? [] : JSON.parse(json);
  return Array.isArray(places) ? places.map(String) : [];
}
