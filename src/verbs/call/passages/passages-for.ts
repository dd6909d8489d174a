/** Passages for a prompt: what the person said in an earlier session, and the answer around it. Loaded only if there is such text. */
import { exchangesOf, type TalkTurn } from "../../../apply/passage-text.ts";
import { isoTime } from "../../../core/base/clock.ts";
import type { Episode } from "../../../core/event/event.ts";
import { type Ticket, ticketWords } from "../../../core/event/ticket.ts";
import type { UnitHit } from "../../../core/ports.ts";
import { isVouchedFor } from "../../../core/record/acceptance.ts";
import type { ProjectId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { excerpt } from "../../../core/search/pieces.ts";
import type { QueryVector } from "../../../core/search/vectors.ts";
import { NOWHERE } from "../../../core/session/session.ts";
import { compareStatements } from "../../../core/statement/says-the-same.ts";
import { typedIn } from "../../../learn/own-words.ts";
import { COMMIT_BAR, outstanding, promptEvidence, type SourceEvidence } from "../../../search/prompt-evidence.ts";
import type { Database } from "../../../store/databases/database.ts";
import { commitsOf, type IndexedCommit, shortHash } from "../../../store/index/passages/commits.ts";
import { hasSources, sharedSources } from "../../../store/index/passages/shared-sources.ts";
import { episodesOf, ticketsOf } from "../../../store/rows/episodes-and-tickets.ts";
import { type PlacedTurn, sessionsOf } from "../../../store/rows/sessions.ts";
import type { Passage, PassageAsk } from "../call-context.ts";
import { demandsAbout } from "./demands-about.ts";

type Texts = {
  readonly index: Database;
  readonly state: Database;
  readonly project: ProjectId | undefined;
  readonly privatePatterns: readonly string[];
  /** Undefined: the text is compared by its words. */
  readonly vectorOf: (text: string) => Promise<QueryVector | undefined> | QueryVector | undefined;
};

/** Turns around the one that shares most with the prompt. */
const AROUND: { readonly before: number; readonly after: number } = { before: 10, after: 20 };
/** Of what speaks for a talk when it is compared with itself, so much speaks for a later one about the same thing. */
const SAME_MATTER = 0.4;
const MOST_COMPARED_CHARS = 4000;
/** Talks about one matter share its rare words. */
const DISTINCTIVE_ROWS = 1500;
/** About 120 tokens with the source. */
const MOST_CHARS = 400;
/** Passages of one talk that a session is given; more would repeat it. */
const MOST_OF_TALK = 2;

export async function passagesFor(texts: Texts, { text, session, most, given }: PassageAsk): Promise<Passage[]> {
  const sessions = sessionsOf(texts.state);
  const mayBe = ({ id }: Pick<Talk, "id">): boolean => id !== session && countOf(given, id) < MOST_OF_TALK;
  const vectors = new Map<string, ReturnType<Texts["vectorOf"]>>();
  const vectorOf: Texts["vectorOf"] = (one) => {
    if (!vectors.has(one)) vectors.set(one, texts.vectorOf(one));
    return vectors.get(one);
  };
  const reading: Reading = { ...texts, sessions, text, vectorOf };
  const talks = (await talksAbout(reading, text)).filter(mayBe);
  const chosen = new Map<string, Chosen>();
  for (const talk of outstanding(talks).slice(0, most)) {
    const last = await lastForm(reading, talk, talks);
    if (countOf(given, last.id) < MOST_OF_TALK) chosen.set(last.id, { ...chosen.get(last.id), ...last });
  }
  const each = chosen.size > 1 ? 1 : most;
  const talk = [...chosen.values()].flatMap((one) => passagesIn(one, reading, each));
  const isFree = (one: Pick<Talk, "id">): boolean => mayBe(one) && !chosen.has(one.id);
  const asked = talk.length >= most ? [] : await demandsAbout(reading, isFree);
  const said = [...talk, ...asked.slice(0, most - talk.length)];
  const found = said.length === most && chosen.size > 1 ? said : [...said, ...(await writtenAbout(reading))];
  return found
    .filter(({ id }) => !given.has(id))
    .toSorted((a, b) => b.relevance - a.relevance)
    .slice(0, most);
}

/** The same talk again, for a session that lost it: what was said at these places, and the answers. */
export function passagesAgain(texts: Texts, ids: readonly string[]): Passage[] {
  const reading: Reading = { ...texts, sessions: sessionsOf(texts.state), text: "" };
  return ids.flatMap((id) => {
    const [, session = "", place = "", ord = "0"] = /^(ses_[^.]+)\.(\d+)(?:\.(\d+))?$/.exec(id) ?? [];
    if (session === "") return [];
    const at = { place: Number(place), ord: Number(ord) };
    const talk = { id: session, at, atMs: reading.sessions.get(session)?.endedMs ?? 0, relevance: 1 };
    return passagesIn(talk, { ...reading, around: { before: 0, after: 4 } }, 1);
  });
}

/** Tickets, episodes and commits: each kind is weighed among its own. */
async function writtenAbout(reading: Reading): Promise<Passage[]> {
  const lists = await Promise.all((["ticket", "episode"] as const).map((kind) => textsAbout(reading, kind)));
  return [...lists.flat(), ...(await commitsAbout(reading))];
}

async function commitsAbout(reading: Reading): Promise<Passage[]> {
  const { index, text, project, privatePatterns } = reading;
  if (project === undefined) return [];
  const commits = commitsOf(index);
  const found = (await sourcesAbout(reading, { text, kind: "commit" })).flatMap(({ at, ...one }) => {
    const commit = commits.at(project, at.place);
    return commit === undefined ? [] : [{ ...one, commit }];
  });
  const { saySame } = compareStatements(found.map(({ commit }) => commit.text));
  /** The last one that says the same about one of these files. */
  const lastOf = (one: number): IndexedCommit => {
    const { commit } = found[one]!;
    const later = found.filter(
      ({ commit: { atMs, files } }, other) =>
        atMs > commit.atMs && files.some((file) => commit.files.includes(file)) && saySame(one, other),
    );
    return later.map((other) => other.commit).toSorted((a, b) => b.atMs - a.atMs)[0] ?? commit;
  };
  const given = new Map<string, Passage>();
  for (const [at, { commit, evidence, relevance }] of found.entries()) {
    if (evidence < COMMIT_BAR || given.size === MOST_OF_TALK) continue;
    const newer = lastOf(at);
    // What was taken back no longer holds; that it was, does.
    const last = commits.revertOf(newer.hash) ?? newer;
    const id = `commit ${shortHash(last.hash)}`;
    if (given.has(id)) continue;
    const does = last === newer ? "changes commit" : "takes back";
    const changed = last === commit ? "" : `, ${does} ${shortHash((last === newer ? commit : newer).hash)}`;
    const said = screen(excerpt(last.text.replace(/\s+/g, " "), text, MOST_CHARS), { privatePatterns }).text;
    given.set(id, {
      ...{ id, source: last.hash, relevance, text: `Commit: "${said}"` },
      label: `from the repository, by ${last.author}, ${dayOf(last.atMs)}${changed}`,
    });
  }
  return [...given.values()];
}

async function textsAbout(reading: Reading, kind: "ticket" | "episode"): Promise<Passage[]> {
  const { state, text, privatePatterns } = reading;
  const likely = outstanding(await sourcesAbout(reading, { text, kind }));
  return likely.flatMap(({ id, relevance }): Passage[] => {
    const found = kind === "ticket" ? ticketText(ticketsOf(state).get(id)) : episodeText(episodesOf(state).get(id));
    if (found === undefined) return [];
    return [{ id, relevance, ...found, text: screen(excerpt(found.text, text, MOST_CHARS), { privatePatterns }).text }];
  });
}

type Written = Pick<Passage, "text" | "label" | "source">;

/** Only what was written here: anybody may write in a tracker. */
function ticketText(ticket: Ticket | undefined): Written | undefined {
  if (ticket === undefined || ticket.source !== "cli") return undefined;
  const { title, status, updatedAt, source } = ticket;
  const text = `Ticket "${title}": ${ticketWords({ ...ticket, title: "" })}`;
  return { text, label: `ticket, ${status}, ${updatedAt.slice(0, 10)}`, source };
}

function episodeText(episode: Episode | undefined): Written | undefined {
  if (episode === undefined || !isVouchedFor(episode)) return undefined;
  const { text, outcome, atMs, source } = episode;
  return { text, label: `episode, ${outcome}, ${dayOf(atMs)}`, source };
}

type Talk = Omit<SourceEvidence, "source"> & {
  readonly id: string;
  readonly at: { readonly place: number; readonly ord: number };
  readonly atMs: number;
};

type Chosen = Pick<Talk, "id" | "at" | "atMs" | "relevance"> & { readonly beforeMs?: number };

type Reading = Texts & {
  readonly sessions: ReturnType<typeof sessionsOf>;
  readonly text: string;
  readonly around?: typeof AROUND;
};

async function talksAbout(reading: Reading, text: string, fewRows?: number): Promise<Talk[]> {
  const ask = { text, kind: "chunk", ...(fewRows !== undefined && { fewRows }) } as const;
  return (await sourcesAbout(reading, ask)).map((one) => {
    const { endedMs, startedMs } = reading.sessions.get(one.id) ?? {};
    return { ...one, atMs: endedMs ?? startedMs ?? 0 };
  });
}

async function sourcesAbout(
  { index, project, vectorOf }: Reading,
  { text, ...ask }: { readonly text: string; readonly kind: UnitHit["kind"]; readonly fewRows?: number },
): Promise<Omit<Talk, "atMs">[]> {
  const scopeKeys = ["global", project ?? NOWHERE];
  if (!hasSources(index, ask.kind, scopeKeys)) return [];
  const shared = sharedSources(index, text, { scopeKeys, vector: await vectorOf(text), ...ask });
  if (shared === undefined) return [];
  const found = promptEvidence(shared.hits, shared);
  const placeOf = shared.placesOf(found.map(({ row }) => row));
  return found.map(({ source: _, ...one }) => {
    const { id, place, ord } = placeOf(one.row);
    return { ...one, id, at: { place, ord } };
  });
}

/** The talk, or the last one that took its matter up again: what is asked for is what holds now. */
async function lastForm(reading: Reading, talk: Talk, talks: readonly Talk[]): Promise<Chosen> {
  // A later talk about the same thing has something of the prompt too.
  if (!talks.some(({ atMs, evidence }) => atMs > talk.atMs && evidence > 0)) return talk;
  const turns = reading.sessions.talkAround(talk.id, talk.at, AROUND);
  const about = await talksAbout(
    reading,
    turns
      .map(({ text }) => text)
      .join("\n")
      .slice(0, MOST_COMPARED_CHARS),
    DISTINCTIVE_ROWS,
  );
  const own = about.find(({ id }) => id === talk.id)?.evidence ?? Number.POSITIVE_INFINITY;
  const later = about
    .filter(({ atMs, evidence }) => atMs > talk.atMs && evidence >= SAME_MATTER * own)
    .toSorted((a, b) => b.atMs - a.atMs)[0];
  return later === undefined ? talk : { ...later, relevance: talk.relevance, beforeMs: talk.atMs };
}

function passagesIn(
  talk: Chosen,
  { sessions, text, privatePatterns, around = AROUND }: Reading,
  most: number,
): Passage[] {
  const { id, at, relevance, beforeMs } = talk;
  const placed = sessions.talkAround(id, at, around);
  const turns = placed.flatMap((turn): (TalkTurn & { readonly turn: PlacedTurn })[] => {
    // Others' words must not be taken for the person's.
    const own = turn.role === "person" ? typedIn(turn.text) : turn.text;
    return own.trim() === "" ? [] : [{ role: turn.role === "person" ? "person" : "agent", text: own, turn }];
  });
  const file = sessions.get(id)?.file ?? id;
  return exchangesOf(turns, text, most).flatMap(({ said, saidText, answerText }): Passage[] => {
    if (said === undefined) return [];
    const { turn } = turns[said]!;
    const atMs = turn.atMs ?? talk.atMs;
    const clean = (part: string): string => screen(part, { privatePatterns }).text;
    const answer = answerText === "" ? "" : ` The agent: "${clean(answerText)}"`;
    const changed = beforeMs === undefined ? "" : `, changes what was said on ${dayOf(beforeMs)}`;
    return [
      {
        id: `${id}.${turn.span.from}${turn.ord === 0 ? "" : `.${turn.ord}`}`,
        text: `The person: "${clean(saidText)}"${answer}`,
        label: `session, ${dayOf(atMs)}${changed}`,
        source: file,
        relevance,
      },
    ];
  });
}

function dayOf(atMs: number): string {
  return isoTime(atMs).slice(0, 10);
}

function countOf(given: ReadonlySet<string>, talk: string): number {
  let count = 0;
  for (const id of given) if (id.startsWith(`${talk}.`)) count += 1;
  return count;
}
