/** Text to search and questions about it, by other people, in the form that the bench imports. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A transcript as its agent writes it; `messages` gives the line of each message, from 0. */
export type Transcript = {
  readonly agent: "claude-code" | "pi";
  readonly name: string;
  readonly lines: readonly string[];
  readonly messages: ReadonlyMap<string, number>;
};

export type Question = { readonly text: string; readonly evidence: readonly string[]; readonly kind: string };

/** One conversation, or all sessions of one person. */
export type Corpus = {
  readonly name: string;
  readonly transcripts: readonly Transcript[];
  readonly questions: readonly Question[];
  /** Messages that are only there as neighbours: nobody said which of them are evidence. */
  readonly unlabelled?: ReadonlySet<string>;
};

type Turn = { readonly dia_id: string; readonly speaker: string; readonly text: string };
type Conversation = {
  readonly conversation: Readonly<Record<string, string | readonly Turn[]>>;
  readonly qa: readonly {
    readonly question: string;
    readonly evidence: readonly string[];
    readonly category: number;
  }[];
};

const CATEGORIES = ["", "multi-hop", "temporal", "open-domain", "single-hop"];

/** LoCoMo: both speakers are imported as the person. Category 5 has no evidence and is left out. */
export function locomo(directory: string, speakers: "named" | "unnamed"): Corpus[] {
  const files = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".json")) : [];
  return files
    .flatMap((file) => JSON.parse(readFileSync(join(directory, file), "utf8")) as Conversation[])
    .map(({ conversation, qa }, at) => {
      const transcripts = Object.keys(conversation)
        .filter((key) => /^session_\d+$/.test(key))
        .map((key) =>
          ofTurns(`c${at}-${key}`, conversation[key] as readonly Turn[], {
            atMs: timeOf(String(conversation[`${key}_date_time`])),
            speakers,
          }),
        );
      const known = new Set(transcripts.flatMap(({ messages }) => [...messages.keys()]));
      const questions = qa
        .filter(({ category }) => category !== 5)
        .map(({ question, evidence, category }) => ({
          text: question,
          evidence: evidence.flatMap((ids) => ids.split(/[;\s]+/)).filter((id) => known.has(id)),
          kind: CATEGORIES[category]!,
        }))
        .filter(({ evidence }) => evidence.length > 0);
      return { name: `LoCoMo ${at + 1}`, transcripts, questions };
    });
}

const STEP_MS = 30_000;

function ofTurns(
  name: string,
  turns: readonly Turn[],
  { atMs, speakers }: { atMs: number; speakers: string },
): Transcript {
  const lines = turns.map(({ speaker, text }, at) =>
    JSON.stringify({
      ...{ type: "user", sessionId: name, uuid: `${name}-${at}`, cwd: "/nowhere/talk", version: "2.0.0" },
      timestamp: new Date(atMs + at * STEP_MS).toISOString(),
      message: { role: "user", content: speakers === "named" ? `${speaker}: ${text}` : text },
    }),
  );
  return { agent: "claude-code", name, lines, messages: new Map(turns.map(({ dia_id }, at) => [dia_id, at])) };
}

/** "1:56 pm on 8 May, 2023" */
function timeOf(written: string): number {
  const [, hour, minute, half, day, month, year] = /(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)/.exec(written) ?? [];
  const hours = (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  return Date.parse(`${day} ${month} ${year} ${String(hours).padStart(2, "0")}:${minute}:00 UTC`);
}

/** What another person wrote down of a session, and where the person says it again. */
export type Lesson = {
  readonly person: string;
  readonly session: string;
  readonly line: number;
  readonly quote: string;
  readonly lesson: string;
  readonly repeats: readonly { readonly session: string; readonly line: number; readonly text: string }[];
};

export function readLessons(directory: string): Lesson[] {
  const gold = join(directory, "gold.jsonl");
  if (!existsSync(gold)) return [];
  return readFileSync(gold, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Lesson);
}

/**
 * What of a session is imported: all of it, the person's messages alone, or each of them with the first answer as a second
 * person's message, as in talk between people.
 */
export type Kept = "all" | "person" | "turns";

/** Real sessions: the questions are the lessons that other people wrote about them, their first clauses, and key words. */
export function sessions(directory: string, only: Kept = "all"): Corpus[] {
  const lessons = readLessons(directory);
  return [...new Set(lessons.map(({ person }) => person))].map((person) => {
    const own = lessons.filter((lesson) => lesson.person === person);
    const isPerson = personLines(directory, person);
    const unlabelled = new Set<string>();
    const transcripts = readdirSync(join(directory, "transcripts", person)).map((file) => {
      const text = readFileSync(join(directory, "transcripts", person, file), "utf8");
      const lines = text.trimEnd().replaceAll("/home/dev", "/nowhere").split("\n");
      const name = file.replace(/\.jsonl$/, "");
      const agent = person === "pi" ? ("pi" as const) : ("claude-code" as const);
      let isAnswerDue = false;
      const kept = lines.flatMap((line, at) => {
        const id = `${name}:${at + 1}`;
        // pi's first line says what session it is.
        if (only === "all" || isPerson(id) || (agent === "pi" && at === 0)) {
          isAnswerDue = only === "turns" && isPerson(id);
          return [{ line, id }];
        }
        const answer = isAnswerDue ? asPerson(line) : undefined;
        if (answer === undefined) return [];
        isAnswerDue = false;
        unlabelled.add(id);
        return [{ line: answer, id }];
      });
      return {
        agent,
        name,
        lines: kept.map(({ line }) => line),
        messages: new Map(kept.map(({ id }, at) => [id, at])),
      };
    });
    const questions = own.flatMap(({ lesson, session, line, repeats }) => {
      const evidence = [{ session, line }, ...repeats].map((at) => `${at.session}:${at.line}`);
      return [
        { text: lesson, evidence, kind: "lesson" },
        { text: firstClause(lesson), evidence, kind: "first clause" },
        { text: keyWords(lesson), evidence, kind: "key words" },
      ];
    });
    return { name: person, transcripts, questions, unlabelled };
  });
}

type Line = { readonly message?: { readonly role?: string; readonly content?: string | readonly Block[] } };
type Block = { readonly type: string; readonly text?: string };

/** Shorter answers say that something will be done, not what. */
const LEAST_ANSWER = 30;

/** What an agent said, as a line of a person; undefined for other lines. */
function asPerson(line: string): string | undefined {
  const { message, ...rest } = JSON.parse(line) as Line;
  if (message?.role !== "assistant") return undefined;
  const { content = "" } = message;
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const text = blocks.flatMap((block) => (block.type === "text" ? [block.text ?? ""] : [])).join(" ");
  if (text.trim().length < LEAST_ANSWER) return undefined;
  const type = "type" in rest && rest.type === "assistant" ? { type: "user" } : {};
  return JSON.stringify({ ...rest, ...type, message: { ...message, role: "user", content: [{ type: "text", text }] } });
}

/** The lines with messages of the person. */
function personLines(directory: string, person: string): (line: string) => boolean {
  const messages = readFileSync(join(directory, "messages.jsonl"), "utf8").trim().split("\n");
  const own = messages
    .map((line) => JSON.parse(line) as Pick<Lesson, "person" | "session" | "line">)
    .filter((message) => message.person === person);
  const known = new Set(own.map(({ session, line }) => `${session}:${line}`));
  return (line) => known.has(line);
}

function firstClause(lesson: string): string {
  return lesson.split(/[:;,(]| - |\. | unless | because | instead /)[0]!;
}

const MOST_KEY_WORDS = 4;

/** The longest words, in their order: what somebody types who does not write sentences. */
function keyWords(lesson: string): string {
  const words = [...new Set(lesson.toLowerCase().match(/[\p{L}\p{N}/._-]{4,}/gu) ?? [])];
  const kept = words.toSorted((a, b) => b.length - a.length).slice(0, MOST_KEY_WORDS);
  return words.filter((word) => kept.includes(word)).join(" ");
}
