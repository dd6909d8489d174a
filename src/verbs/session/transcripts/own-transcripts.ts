/** The transcripts of this person's agents: in the folders that the person's own calls named, so that an agent's shell cannot add one. */
import { type FoundTranscript, findTranscripts } from "../../../capture/agents/find-transcripts.ts";
import type { AgentName } from "../../../core/session/session.ts";
import type { CallContext } from "../../call/call-context.ts";
import { rememberTranscriptPlaces } from "./transcript-places.ts";

export function ownTranscripts(call: CallContext, only?: AgentName): FoundTranscript[] {
  const known = rememberTranscriptPlaces(call);
  return findTranscripts(call.env.variables, only, (place) => known.length === 0 || known.includes(place));
}
