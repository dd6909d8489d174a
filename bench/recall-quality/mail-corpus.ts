/** Talk between people: mailing lists, with questions that somebody asked and somebody answered, or with subjects. */
import type { Corpus, Question, Transcript } from "./corpus.ts";
import { type Mail, readMails } from "./read-mails.ts";

/** Smaller lists have hardly any questions. */
const LEAST_MAILS = 60;
const MOST_CHARS = 1500;
const HOUR_MS = 3_600_000;
const STEP_MS = 30_000;
const START_MS = Date.UTC(2002, 8, 1);

/**
 * A thread is a session, and a list is a home. A question is taken out of every mail, and its evidence is the mail that answers
 * it. A subject has all mails of its thread as evidence.
 */
export function mailTalk(directory: string, asked: "questions" | "subjects"): Corpus[] {
  const mails = readMails(directory).filter(({ paragraphs }) => paragraphs.length > 0);
  const all = new Set(mails.flatMap(({ answered }) => answered));
  return [...Map.groupBy(mails, ({ list }) => list)]
    .filter(([, own]) => own.length >= LEAST_MAILS)
    .map(([list, own]) => {
      const threads = [...Map.groupBy(own, ({ thread }) => thread).values()];
      const transcripts = threads.map((thread, at) =>
        transcriptOf(thread, { name: `${list || "other"}-${at}`, at, all }),
      );
      const questions = threads.flatMap((thread, at) => {
        const ids = [...transcripts[at]!.messages.keys()];
        return asked === "subjects" ? subjectOf(thread, ids) : questionsOf(thread, ids);
      });
      return { name: list || "other", transcripts, questions };
    });
}

type Options = { readonly name: string; readonly at: number; readonly all: ReadonlySet<string> };

function transcriptOf(thread: readonly Mail[], { name, at, all }: Options): Transcript {
  const lines = thread.map(({ paragraphs }, place) => {
    const text = paragraphs.map((paragraph) => without(paragraph, all)).join("\n\n");
    return JSON.stringify({
      ...{ type: "user", sessionId: name, uuid: `${name}-${place}`, cwd: "/nowhere/talk", version: "2.0.0" },
      timestamp: new Date(START_MS + at * HOUR_MS + place * STEP_MS).toISOString(),
      message: { role: "user", content: text.slice(0, MOST_CHARS) },
    });
  });
  return { agent: "claude-code", name, lines, messages: new Map(lines.map((_, place) => [`${name}:${place}`, place])) };
}

function without(paragraph: string, questions: ReadonlySet<string>): string {
  let text = paragraph;
  for (const question of questions) text = text.replace(question, "…");
  return text;
}

function questionsOf(thread: readonly Mail[], ids: readonly string[]): Question[] {
  return thread.flatMap(({ answered }, at) =>
    answered.map((text) => ({ text, evidence: [ids[at]!], kind: "answered question" })),
  );
}

const MOST_MAILS = 10;

function subjectOf([first, ...others]: readonly Mail[], ids: readonly string[]): Question[] {
  const text = first?.thread ?? "";
  const isTopic = (text.match(/[a-z]{4,}/g) ?? []).length >= 2;
  return isTopic && others.length > 0 && ids.length <= MOST_MAILS ? [{ text, evidence: ids, kind: "subject" }] : [];
}
