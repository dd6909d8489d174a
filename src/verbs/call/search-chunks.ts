/** Searches the text that is not in records: messages of sessions, episodes and tickets. */
import { isoTime, timeLimit } from "../../core/base/clock.ts";
import { OldhandError } from "../../core/base/error.ts";
import { ticketWords } from "../../core/event/ticket.ts";
import type { Piece, UnitHit } from "../../core/ports.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { excerpt } from "../../core/search/pieces.ts";
import { type Embedder, type QueryVector, queryVector } from "../../core/search/vectors.ts";
import { NOWHERE } from "../../core/session/session.ts";
import { estimateTokens } from "../../core/text/tokens.ts";
import { rankUnits } from "../../search/rank-units.ts";
import { commitsOf, shortHash } from "../../store/index/passages/commits.ts";
import type { PlacedTurn } from "../../store/rows/sessions.ts";
import type { OtherFound } from "./call-context.ts";
import { indexText, isPendingKey, pendingKey, type TextStore } from "./index-text.ts";
import { embedText } from "./meaning/embed-text.ts";
import type { Embedding } from "./meaning/embedding.ts";

type Ask = {
  readonly text: string;
  /** `*`: of all projects. */
  readonly project: ProjectId | "*" | undefined;
  readonly limit: number;
  /** `all`: also pending suggestions that an import made. */
  readonly unaccepted?: "all" | undefined;
};

/** For a process that asks one question: no model is loaded for it if the table can embed it. */
type Brevity = { readonly isBrief?: boolean };

/** A search waits so long for text that is not indexed yet; what is left is indexed by the next commands. */
const INDEXING_MS = 3000;

export function findChunks(store: TextStore, ask: Ask, how: Embedding & Brevity = {}): Promise<OtherFound> {
  return store.repair.run(() => find(store, ask, how));
}

async function find(
  store: TextStore,
  ask: Ask,
  { embedder, fault, isBrief = false }: Embedding & Brevity,
): Promise<OtherFound> {
  const { text, project, limit, unaccepted } = ask;
  const isOver = timeLimit(INDEXING_MS);
  const { passages } = store;
  const keys = (): readonly string[] => {
    const visible = project === "*" ? passages.scopeKeys() : ["global", project ?? NOWHERE];
    if (unaccepted !== "all") return visible.filter((key) => !isPendingKey(key));
    return [...new Set([...visible, ...visible.filter((key) => !isPendingKey(key)).map(pendingKey)])];
  };
  const { isComplete } = await indexText(store, { isOver });
  const meaning: Compared = embedder === undefined ? {} : await compared(store, text, { embedder, isBrief, isOver });
  const { vector } = meaning;
  const hits = passages.find(text, { scopeKeys: keys(), limit: limit * LOOK_WIDER, rank: rankUnits, vector });
  const note = isComplete ? (fault ?? meaning.note) : UNINDEXED;
  const isByMeaning = vector !== undefined;
  return { pieces: distinctPieces(store, hits, { text, limit }), isByMeaning, ...(note !== undefined && { note }) };
}

const UNINDEXED = "Older sessions are still being indexed, so they are not in these results. Try again in a moment.";
const UNEMBEDDED =
  "Older messages are still being embedded, so they are found by their words only. `oldhand learn` completes it.";

type Compared = { readonly vector?: QueryVector; readonly note?: string };

/** The vector of the query, once the stored text has vectors to compare with. */
async function compared(
  store: TextStore,
  text: string,
  {
    embedder,
    isBrief,
    isOver,
  }: { readonly embedder: Embedder; readonly isBrief: boolean; readonly isOver: () => boolean },
): Promise<Compared> {
  try {
    const isComplete = await embedText(store, embedder, { isOver });
    const vector = await queryVector(embedder, text, { isBrief });
    return { ...(vector !== undefined && { vector }), ...(!isComplete && { note: UNEMBEDDED }) };
  } catch (error) {
    // Without its embedder, a search by words is better than none.
    if (!(error instanceof OldhandError) || embedder.isQuick) throw error;
    return { note: `${error.message} Searched by words alone.` };
  }
}

/** A question and its answer are one result, so more units are searched for than results are wanted. */
const LOOK_WIDER = 3;

function distinctPieces(store: TextStore, hits: readonly UnitHit[], { text, limit }: Pick<Ask, "text" | "limit">) {
  const found = new Map<string, Piece>();
  for (const hit of hits) {
    if (found.size === limit) break;
    const piece = pieceOf(store, hit, text);
    if (piece !== undefined && !found.has(piece.id)) found.set(piece.id, piece);
  }
  return [...found.values()];
}

type Text = Pick<Piece, "id" | "text" | "label" | "source" | "trust" | "atMs" | "project">;

function pieceOf(store: TextStore, hit: UnitHit, query: string): Piece | undefined {
  const found = TEXTS[hit.kind](store, hit, query);
  if (found === undefined) return undefined;
  const kind = hit.kind === "suggestion" ? "record" : hit.kind;
  return { ...found, kind, relevance: hit.relevance, tokens: estimateTokens(found.text) };
}

const TEXTS: Readonly<Record<UnitHit["kind"], (store: TextStore, hit: UnitHit, query: string) => Text | undefined>> = {
  episode(store, { id }) {
    const episode = store.episodes.get(id);
    if (episode === undefined) return undefined;
    const { text, outcome, scope, project, trust, source, atMs } = episode;
    return { id, text, label: `episode, ${scope}, ${outcome}`, source, trust, atMs, ...of(project) };
  },
  // Anybody may write in a tracker, so tickets can be found but are not put into prompts.
  ticket(store, { id }) {
    const ticket = store.tickets.get(id);
    if (ticket === undefined) return undefined;
    return {
      id,
      text: ticketWords(ticket),
      label: `ticket, ${ticket.status}`,
      source: ticket.source,
      trust: "external",
      atMs: Date.parse(ticket.updatedAt),
      ...of(ticket.project),
    };
  },
  // No prompt contains a suggestion, whoever made it.
  suggestion(store, { id }) {
    const suggestion = store.pendingImports.get(id);
    if (suggestion === undefined) return undefined;
    const { text, source, createdAt, project } = suggestion.record;
    const label = "suggestion, pending";
    return { id, text, label, source, trust: "external", atMs: Date.parse(createdAt), ...of(project) };
  },
  chunk: exchange,
  // Whoever may commit wrote it: people find it, and a prompt gets it only as a passage that says so.
  commit(store, { id, place }) {
    const project = id.slice("git_".length);
    const commit = commitsOf(store.index).at(project, place);
    if (commit === undefined) return undefined;
    const { hash, text, author, atMs } = commit;
    const revert = commitsOf(store.index).revertOf(hash);
    const label = `commit by ${author}, ${isoTime(atMs).slice(0, 10)}`;
    const taken = revert === undefined ? "" : `, taken back by ${shortHash(revert.hash)}`;
    return {
      id: `commit ${shortHash(hash)}`,
      text,
      label: `${label}${taken}`,
      source: hash,
      trust: "repo",
      atMs,
      project,
    };
  },
};

/** The person's message in full unless it is longer than this; then the part around what matched. */
const MOST_PERSON_CHARS = 1200;
const MOST_ANSWER_CHARS = 280;
/** An agent may write many messages before the person answers. */
const MOST_ANSWERS = 12;

/** The person's message and the part of the answer around what matched. Session text is not put into prompts. */
function exchange(
  { sessions }: TextStore,
  { id: session, place, ord, role }: UnitHit,
  query: string,
): Text | undefined {
  const hit = sessions.turn(session, { place, ord });
  if (hit === undefined) return undefined;
  const asked = sessions.personTurnBefore(session, { place, ord });
  const isAnswer = role === "agent" || role === "tool";
  const first = asked ?? hit;
  const answer = isAnswer ? hit : bestAnswer(sessions.answersTo(session, placeOf(first), MOST_ANSWERS), query);
  const parts = [
    ...(asked === undefined ? [] : [excerpt(asked.text, query, MOST_PERSON_CHARS)]),
    ...(answer === undefined ? [] : [excerpt(answer.text, query, MOST_ANSWER_CHARS)]),
  ];
  const atMs = hit.atMs ?? first.atMs;
  const day = atMs === undefined ? "" : `, ${isoTime(atMs).slice(0, 10)}`;
  const kept = sessions.get(session);
  return {
    id: unitId(session, first),
    text: parts.join("\n\n"),
    label: `session${day}`,
    source: kept?.file ?? session,
    trust: "tool",
    ...(atMs !== undefined && { atMs }),
    ...of(kept?.project),
  };
}

function of(project: ProjectId | undefined): { project?: ProjectId } {
  return project === undefined ? {} : { project };
}

function placeOf({ span, ord }: PlacedTurn): { place: number; ord: number } {
  return { place: span.from, ord };
}

function unitId(session: string, { span, ord }: PlacedTurn): string {
  return `${session}.${span.from}${ord === 0 ? "" : `.${ord}`}`;
}

/** The message with the most words of the query; without any, the first one. */
function bestAnswer(answers: readonly PlacedTurn[], query: string): PlacedTurn | undefined {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const matching = ({ text }: PlacedTurn): number => {
    const lower = text.toLowerCase();
    return words.filter((word) => lower.includes(word)).length;
  };
  return answers.toSorted((a, b) => matching(b) - matching(a))[0];
}
