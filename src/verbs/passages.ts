/** What words find beside records: episodes and tickets, as a recall hands them over. */

import { ticketWords } from "../core/event/ticket.ts";
import type { PassageHit, Piece } from "../core/ports.ts";
import type { ProjectId } from "../core/record/record.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import type { WriteStore } from "../store/local/write-store.ts";
import { passageOfEpisode } from "./episodes.ts";
import { passageOfTicket } from "./tickets.ts";

type Ask = { readonly text: string; readonly project: ProjectId | undefined; readonly limit: number };

export function piecesFound(store: WriteStore, { text, project, limit }: Ask): Piece[] {
  const { episodes, tickets } = store;
  const kept = episodes.count() + tickets.count();
  if (kept === 0) return [];
  const passages = store.passages();
  // They are written one after the other: after a crash between them the words are made anew.
  if (passages.count() !== kept)
    passages.match([...episodes.all().map(passageOfEpisode), ...tickets.all().map(passageOfTicket)]);
  const shelves = ["global", ...(project === undefined ? [] : [project])];
  return passages.find(text, { shelves, limit }).flatMap((hit) => pieceOf(store, hit) ?? []);
}

function pieceOf(store: WriteStore, hit: PassageHit): Piece | undefined {
  const { id, kind, relevance } = hit;
  if (kind === "episode") {
    const episode = store.episodes.get(id);
    if (episode === undefined) return undefined;
    const { text, outcome, scope, trust, source } = episode;
    return {
      kind,
      id,
      text,
      label: `episode, ${scope}, ${outcome}`,
      relevance,
      source,
      trust,
      tokens: estimateTokens(text),
    };
  }
  const ticket = store.tickets.get(id);
  if (ticket === undefined) return undefined;
  const text = ticketWords(ticket);
  // Whoever wrote the tracker wrote it: it can be found, and enters no prompt by itself.
  return {
    kind,
    id,
    text,
    label: `ticket, ${ticket.status}`,
    relevance,
    source: ticket.source,
    trust: "external",
    tokens: estimateTokens(text),
  };
}
