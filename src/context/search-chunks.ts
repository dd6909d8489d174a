/** Searches the text that is not in records: episodes, tickets and session chunks. */
import { isoTime } from "../core/base/clock.ts";
import type { Episode } from "../core/event/event.ts";
import { type Ticket, ticketWords } from "../core/event/ticket.ts";
import type { PassageHit, Piece } from "../core/ports.ts";
import type { ProjectId } from "../core/record/record.ts";
import { estimateTokens } from "../core/text/tokens.ts";
import type { Database } from "../store/local/databases/database.ts";
import { openPassages, type Passage } from "../store/local/databases/passages-db.ts";
import type { Home } from "../store/local/files/home.ts";
import { episodesOf, ticketsOf } from "../store/local/rows/episodes-and-tickets.ts";
import { type KeptChunk, sessionsOf } from "../store/local/rows/sessions.ts";
import type { WriteStore } from "../store/local/write-store.ts";

/** The scope key of session chunks without a known project; only searches outside of projects find them. */
export const NOWHERE = "nowhere";

type ChunkStore = Pick<WriteStore, "episodes" | "tickets" | "sessions" | "passages">;

type Ask = { readonly text: string; readonly project: ProjectId | undefined; readonly limit: number };

export function findChunks(store: ChunkStore, { text, project, limit }: Ask): Piece[] {
  const { episodes, tickets, sessions } = store;
  const kept = episodes.count() + tickets.count() + sessions.counts().chunks;
  if (kept === 0) return [];
  const passages = store.passages();
  const scopeKeys = ["global", project ?? NOWHERE];
  const isComplete = (): boolean => passages.count() === kept;
  const rebuild = (): void => passages.match(allPassages(store));
  const find = () => passages.find(text, { scopeKeys, limit: limit * LOOK_WIDER });
  // The index is incomplete after a crash or if its file is gone; damage is detected, and the file emptied, by a search.
  if (!isComplete()) rebuild();
  let hits = find();
  if (!isComplete()) {
    rebuild();
    hits = find();
  }
  return withNeighbours(hits)
    .slice(0, limit)
    .flatMap((hit) => pieceOf(store, hit) ?? []);
}

/** The same for a command that only reads and has no write store. */
export function findChunksIn(home: Home, state: Database, ask: Ask): readonly Piece[] {
  const passages = openPassages(home);
  try {
    const kept = { episodes: episodesOf(state), tickets: ticketsOf(state), sessions: sessionsOf(state) };
    return findChunks({ ...kept, passages: () => passages }, ask);
  } finally {
    passages.close();
  }
}

/** Search for this many times the limit, so that neighbours are among the hits. */
const LOOK_WIDER = 3;
const NEIGHBOUR_SHARE = 0.4;

/** A chunk whose neighbours match as well is more likely the answer than a single match. */
function withNeighbours(hits: readonly PassageHit[]): PassageHit[] {
  const relevances = new Map(hits.map(({ id, relevance }) => [id, relevance]));
  const bonus = ({ id, kind }: PassageHit): number => {
    const [session, ordinal] = kind === "chunk" ? id.split(".") : [];
    if (session === undefined || ordinal === undefined) return 0;
    const near = [Number(ordinal) - 1, Number(ordinal) + 1].map((at) => relevances.get(`${session}.${at}`) ?? 0);
    return NEIGHBOUR_SHARE * near.reduce((sum, relevance) => sum + relevance, 0);
  };
  return hits
    .map((hit) => ({ ...hit, relevance: Math.min(1, hit.relevance + bonus(hit)) }))
    .toSorted((a, b) => b.relevance - a.relevance || b.score - a.score);
}

function* allPassages({ episodes, tickets, sessions }: ChunkStore): Generator<Passage> {
  yield* episodes.all().map(passageOfEpisode);
  yield* tickets.all().map(passageOfTicket);
  for (const chunk of sessions.allChunks()) yield passageOfChunk(chunk);
}

export function passageOfEpisode({ id, text, tags, outcome, project }: Episode): Passage {
  return { kind: "episode", id, scopeKey: project ?? "global", text, tags: [...tags, outcome] };
}

export function passageOfTicket(ticket: Ticket): Passage {
  const { id, project, status, type } = ticket;
  return { kind: "ticket", id, scopeKey: project ?? "global", text: ticketWords(ticket), tags: [status, type] };
}

export function passageOfChunk({ id, scopeKey, text, files }: KeptChunk): Passage {
  return { kind: "chunk", id, scopeKey, text, tags: files };
}

const PIECES: Readonly<
  Record<
    PassageHit["kind"],
    (store: ChunkStore, id: string) => Omit<Piece, "kind" | "id" | "relevance" | "tokens"> | undefined
  >
> = {
  episode(store, id) {
    const episode = store.episodes.get(id);
    if (episode === undefined) return undefined;
    const { text, outcome, scope, trust, source } = episode;
    return { text, label: `episode, ${scope}, ${outcome}`, source, trust };
  },
  // Anybody may write in a tracker, so tickets can be found but are not put into prompts.
  ticket(store, id) {
    const ticket = store.tickets.get(id);
    if (ticket === undefined) return undefined;
    return { text: ticketWords(ticket), label: `ticket, ${ticket.status}`, source: ticket.source, trust: "external" };
  },
  // Session text contains tool output, so it can be found but is not put into prompts.
  chunk(store, id) {
    const chunk = store.sessions.chunk(id);
    if (chunk === undefined) return undefined;
    const day = chunk.atMs === undefined ? "" : `, ${isoTime(chunk.atMs).slice(0, 10)}`;
    const source = store.sessions.get(chunk.session)?.file ?? chunk.session;
    return { text: chunk.text, label: `session${day}`, source, trust: "tool" };
  },
};

function pieceOf(store: ChunkStore, { id, kind, relevance }: PassageHit): Piece | undefined {
  const piece = PIECES[kind](store, id);
  return piece === undefined ? undefined : { ...piece, kind, id, relevance, tokens: estimateTokens(piece.text) };
}
