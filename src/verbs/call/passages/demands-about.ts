/** Messages of earlier sessions in which the person demands or rejects something that the prompt is about. */
import { messageOn } from "../../../apply/passage-text.ts";
import { isoTime } from "../../../core/base/clock.ts";
import type { ProjectId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import type { QueryVector } from "../../../core/search/vectors.ts";
import { NOWHERE } from "../../../core/session/session.ts";
import { demands, negates } from "../../../core/statement/instructs.ts";
import { queryTerms } from "../../../core/text/words.ts";
import { typedIn } from "../../../learn/own-words.ts";
import { DEMAND_BAR, type MessageEvidence, messageEvidence, outstanding } from "../../../search/prompt-evidence.ts";
import type { Database } from "../../../store/databases/database.ts";
import { factReaders } from "../../../store/index/passages/passages.ts";
import { hasSources, sharedSources } from "../../../store/index/passages/shared-sources.ts";
import type { PlacedTurn, sessionsOf } from "../../../store/rows/sessions.ts";
import type { Passage } from "../call-context.ts";

type DemandAsk = {
  readonly index: Database;
  readonly project: ProjectId | undefined;
  readonly sessions: ReturnType<typeof sessionsOf>;
  readonly text: string;
  readonly privatePatterns: readonly string[];
  readonly vectorOf: (text: string) => Promise<QueryVector | undefined> | QueryVector | undefined;
};

/** Each in few words. The prompt itself, said before, is none of them. */
export async function demandsAbout(
  { index, project, text, vectorOf, sessions, privatePatterns }: DemandAsk,
  mayBe: (session: { readonly id: string }) => boolean,
): Promise<Passage[]> {
  const scopeKeys = ["global", project ?? NOWHERE];
  if (!hasSources(index, "chunk", scopeKeys)) return [];
  const shared = sharedSources(index, text, { scopeKeys, kind: "chunk", vector: await vectorOf(text) });
  if (shared === undefined) return [];
  const found = messageEvidence(shared.hits, { ...shared, rolesOf: factReaders(index).factsOf });
  if ((found[0]?.evidence ?? 0) < DEMAND_BAR.least) return [];
  const placeOf = shared.placesOf(found.map(({ row }) => row));
  const asked: (MessageEvidence & { readonly id: string; readonly turn: PlacedTurn; readonly said: string })[] = [];
  for (const one of found) {
    const { id, ...at } = placeOf(one.row);
    const turn = mayBe({ id }) ? sessions.turn(id, at) : undefined;
    const said = typedIn(turn?.text ?? "");
    if (turn !== undefined && isDemand(said) && !isAgain(said, text)) asked.push({ ...one, id, turn, said });
    // The third is what the best has to stand out from.
    if (asked.length === 3) break;
  }
  return outstanding(asked, DEMAND_BAR).map(({ id, turn, said, relevance }): Passage => {
    const { file = id, endedMs = 0 } = sessions.get(id) ?? {};
    return {
      ...{ id: `${id}.${turn.span.from}${turn.ord === 0 ? "" : `.${turn.ord}`}`, relevance, source: file },
      text: `The person: "${screen(messageOn(said, text), { privatePatterns }).text}"`,
      label: `session, ${isoTime(turn.atMs ?? endedMs).slice(0, 10)}`,
    };
  });
}

/** Shorter ones say too little without what was said before them. */
const LEAST_WORDS = 12;

function isDemand(said: string): boolean {
  return said.split(/\s+/).length >= LEAST_WORDS && (demands(said) || negates(said));
}

/** Almost the same words: it is asked again, and the earlier one does not answer it. */
const SAME_WORDS = 0.8;

function isAgain(a: string, b: string): boolean {
  const stems = (text: string) => new Set(queryTerms(text, MOST_COMPARED_WORDS).map(({ stem }) => stem));
  const [one, other] = [stems(a), stems(b)];
  const shared = [...one].filter((stem) => other.has(stem)).length;
  return shared >= SAME_WORDS * (one.size + other.size - shared);
}

const MOST_COMPARED_WORDS = 400;
