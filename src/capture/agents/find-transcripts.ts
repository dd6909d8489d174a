/** Finds the transcripts of agents on this machine. */
import type { Transcripts } from "../../agents/agent.ts";
import { agentNamed, agentsWith } from "../../agents/all.ts";
import type { Variables } from "../../core/base/home-folder.ts";
import type { AgentName } from "../../core/session/session.ts";
import { foundFiles } from "../source-files.ts";

export type FoundTranscript = {
  readonly agent: AgentName;
  readonly file: string;
  readonly bytes: number;
  readonly modifiedMs: number;
};

/** Those that are not empty, each file once. */
export function findTranscripts(
  env: Variables,
  only?: AgentName,
  isPlace: (path: string) => boolean = () => true,
): FoundTranscript[] {
  const sources = agentsWith("transcripts")
    .filter(({ name }) => only === undefined || name === only)
    .map(({ name, transcripts }) => ({ name, places: (of: Variables) => transcripts.places(of).filter(isPlace) }));
  return foundFiles(sources, env).map(({ source, ...found }) => ({ agent: source.name, ...found }));
}

export type TranscriptReader = Transcripts & { readonly name: AgentName };

/** How the transcripts of an agent are read; undefined for an agent without any. */
export function readerOf(name: AgentName): TranscriptReader | undefined {
  const found = agentNamed(name)?.transcripts;
  return found === undefined ? undefined : { name, ...found };
}
