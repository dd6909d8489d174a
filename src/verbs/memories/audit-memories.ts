/** Audits memories of other programs: which statements are secret, stale, doubled, contradicted or never used. Changes nothing. */
import type { Note } from "../../capture/memories/note.ts";
import type { CallContext } from "../../context/call-context.ts";
import { inProjectOf } from "../../context/open-for-writing.ts";
import { resolvePlace } from "../../context/resolve-place.ts";
import { type Skipped, tally } from "../../core/event/admit.ts";
import { keyFor } from "../../core/record/key.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { saysTheSame } from "../../core/record/similar.ts";
import { screen } from "../../core/screen/clean.ts";
import { carriesMarker } from "../../core/text/marker.ts";
import { queryTerms } from "../../core/text/words.ts";
import { untrueStatement } from "../../core/verify/attach.ts";
import type { Repo } from "../../core/verify/predicate.ts";
import { repoAt } from "../../project/repo.ts";
import { isDirectory } from "../../store/local/files/durable-files.ts";
import { candidateFrom, decisionOn, instructionsOf } from "../records/admit.ts";
import {
  EVERYWHERE,
  type FoundFile,
  findNotes,
  type MemoriesAsk,
  type NotePlace,
  UNKNOWN_PROJECT,
} from "./find-notes.ts";
import { checkedNote, SECRET } from "./import-memories.ts";

export const AUDIT_KINDS = ["secret", "stale", "contradicted", "doubled", "unused"] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export type AuditFinding = {
  readonly kind: AuditKind;
  /** Without secrets. */
  readonly text: string;
  /** The program, and its file. */
  readonly source: string;
  readonly why: string;
};

export type AuditedMemories = {
  readonly files: number;
  readonly statements: number;
  readonly counts: Readonly<Record<AuditKind, number>>;
  readonly findings: readonly AuditFinding[];
  readonly skipped: readonly Skipped[];
};

export async function auditMemories(call: CallContext, ask: MemoriesAsk = {}): Promise<AuditedMemories> {
  const skips = tally();
  const { files, notes } = findNotes(call, ask, skips.add);
  const surroundingsAt = surroundingsFinder(call);
  const before = earlierStatements();
  const all: Audited[] = [];
  for (const { note, place, file } of notes) {
    const around = surroundingsAt(place);
    if (around === undefined) skips.add(UNKNOWN_PROJECT);
    else if (carriesMarker(note.text)) skips.add("injected by oldhand");
    else all.push({ note, file, around, found: judgeAlone(call, { note, file, around, before }) });
  }
  await judgeByRecords(call, all);
  const findings = all.flatMap(({ note, file, found }) =>
    found.map((one) => ({ ...one, text: screen(note.text).text, source: file.label })),
  );
  const counts = Object.fromEntries(
    AUDIT_KINDS.map((kind) => [kind, findings.filter((finding) => finding.kind === kind).length]),
  ) as Record<AuditKind, number>;
  return { files, statements: all.length, counts, findings, skipped: skips.list() };
}

type Judgement = Pick<AuditFinding, "kind" | "why">;

type Audited = {
  readonly note: Note;
  readonly file: FoundFile;
  readonly around: Surroundings;
  readonly found: Judgement[];
};

/** What a statement is compared with: the repository it is about, and the records that apply there. */
type Surroundings = {
  /** The project's root, or everywhere. */
  readonly place: string;
  readonly repo?: Repo;
  /** Undefined if the project is not in memory yet: then it has no records. */
  readonly project?: ProjectId;
};

/** Unlike an import, does not register a project that it finds. Undefined if the directory no longer exists. */
function surroundingsFinder(call: CallContext): (place: NotePlace) => Surroundings | undefined {
  const known = new Map<string, Surroundings | undefined>();
  const inDirectory = (directory: string): Surroundings | undefined => {
    const { project } = isDirectory(directory) ? resolvePlace(call.env, { dir: directory, isQuick: true }) : {};
    if (project === undefined) return undefined;
    const repo = repoAt(project.root);
    return { place: project.root, repo, ...(project.known && { project: project.id }) };
  };
  const here = call.project;
  return (place) => {
    if (place === EVERYWHERE) return { place: EVERYWHERE };
    const directory = "project" in place ? (here?.root ?? "") : place.directory;
    if (!known.has(directory)) known.set(directory, inDirectory(directory));
    return known.get(directory);
  };
}

type Judging = Omit<Audited, "found"> & { readonly before: ReturnType<typeof earlierStatements> };

/** By its text, its repository and the statements before it. */
function judgeAlone(call: CallContext, { note, file, around, before }: Judging): Judgement[] {
  const check = checkedNote(note, scopeAt(around), call);
  if (check.outcome === "refused") return check.reason === SECRET ? [secretIn(note)] : [];
  const found: Judgement[] = [];
  const untrue = around.repo && untrueStatement(note.text, around.repo);
  if (untrue !== undefined) found.push({ kind: "stale", why: `${untrue}.` });
  const earlier = before.compare({ text: note.text, place: around.place, source: file.label });
  if (earlier !== undefined) found.push(earlier);
  if (note.uses === 0) found.push({ kind: "unused", why: `${file.source.name} never gave it to an agent.` });
  return found;
}

function scopeAt({ place }: Surroundings): "global" | "project" {
  return place === EVERYWHERE ? "global" : "project";
}

/** Names the kind of secret; a tag or an alias can be one too. */
function secretIn({ text }: Note): Judgement {
  const screened = screen(text);
  const kinds = screened.outcome === "secret" ? screened.found.join(", ") : "in its labels";
  return { kind: "secret", why: `It contains a secret (${kinds}).` };
}

/** Each project is opened once. */
async function judgeByRecords(call: CallContext, all: readonly Audited[]): Promise<void> {
  const open = all.filter(({ found }) => !found.some(({ kind }) => kind === "secret" || kind === "doubled"));
  const withRecords = open.filter(({ around }) => around.place === EVERYWHERE || around.project !== undefined);
  for (const own of Map.groupBy(withRecords, ({ around }) => around.project).values())
    await inProjectOf(call, own[0]!.around.project, async (there) => {
      const instructions = instructionsOf(there);
      for (const one of own) {
        const found = await againstRecords(there, one, instructions);
        if (found !== undefined) one.found.push(found);
      }
    });
}

/** What an import would do with it says whether memory has it already, or has the opposite. */
async function againstRecords(
  call: CallContext,
  { note, file, around }: Audited,
  instructions: string,
): Promise<Judgement | undefined> {
  const check = checkedNote(note, scopeAt(around), call);
  if (check.outcome === "refused") return undefined;
  const { trust, name } = file.source;
  const made = candidateFrom(call, check.statement, { origin: "imported", trust, source: file.label });
  const isApart = around.place === EVERYWHERE || name === "instructions";
  const learned = { instructions: isApart ? "" : instructions, suggested: [] };
  const decision = await decisionOn(call, made, { askFirst: "It is audited.", learned });
  if (decision.outcome === "known")
    return decision.because === "deleted" ? undefined : { kind: "doubled", why: decision.reason };
  const [rival] = decision.outcome === "proposed" ? (decision.replaces ?? []) : [];
  return rival && { kind: "contradicted", why: `It contradicts ${rival.id}: "${rival.text}"` };
}

type Earlier = { readonly text: string; readonly place: string; readonly source: string };

const COMPARED_TERMS = 8;
/** Statements that say the same share at least one of their rarest words. */
const RAREST_TERMS = 3;

/** Finds an earlier statement of the same place that says the same, or chooses differently. */
function earlierStatements() {
  const byTerm = new Map<string, Earlier[]>();
  const byTopic = new Map<string, Earlier & { readonly value: string | undefined }>();
  return {
    compare(next: Earlier): Judgement | undefined {
      const lists = queryTerms(next.text, COMPARED_TERMS).map(({ stem }) => entryOf(byTerm, `${next.place} ${stem}`));
      const rarest = lists.filter((list) => list.length > 0).sort((a, b) => a.length - b.length);
      const similar = new Set(rarest.slice(0, RAREST_TERMS).flat());
      const same = [...similar].find((one) => saysTheSame(one.text, next.text));
      for (const list of lists) list.push(next);
      if (same !== undefined)
        return { kind: "doubled", why: `${same.source} says it too: "${screen(same.text).text}"` };
      const { key, value, by } = keyFor(next.text);
      if (by !== "topic") return undefined;
      const topic = byTopic.get(`${next.place} ${key}`);
      if (topic === undefined) byTopic.set(`${next.place} ${key}`, { ...next, value });
      if (topic === undefined || topic.value === value) return undefined;
      return { kind: "contradicted", why: `${topic.source} says otherwise: "${screen(topic.text).text}"` };
    },
  };
}

function entryOf<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
