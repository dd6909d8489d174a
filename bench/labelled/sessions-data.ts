/** Reads labelled sessions of real people: messages, lessons, look-alikes and fixes. The data is not part of the repository. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Message = {
  readonly person: string;
  readonly session: string;
  readonly message: number;
  readonly text: string;
};

type Place = Pick<Message, "session" | "message">;

export type Lesson = Place & {
  readonly id: string;
  readonly person: string;
  readonly quote: string;
  readonly lesson: string;
  readonly kind: string;
  readonly strength: "explicit" | "stated" | "implied";
  readonly core: boolean;
  readonly repeats: readonly (Place & { readonly text: string })[];
};

export type LookAlike = Message & { readonly id: string; readonly quote: string; readonly why: string };

export type Fix = {
  readonly id: string;
  readonly person: string;
  readonly session: string;
  readonly line: number;
  readonly command: string;
  readonly error: string;
  readonly fix: string;
  readonly worth: boolean;
};

export type Labelled = {
  readonly directory: string;
  readonly messages: readonly Message[];
  readonly lessons: readonly Lesson[];
  readonly lookAlikes: readonly LookAlike[];
  readonly fixes: readonly Fix[];
};

/** Undefined if the directory has no such data. */
export function labelledSessions(directory: string): Labelled | undefined {
  if (!existsSync(join(directory, "gold.jsonl"))) return undefined;
  const read = <T>(name: string): T[] =>
    readFileSync(join(directory, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as T);
  return {
    directory,
    messages: read("messages.jsonl"),
    lessons: read("gold.jsonl"),
    lookAlikes: read("negatives.jsonl"),
    fixes: read("fixes.jsonl"),
  };
}

/** The lessons of each message, by `person/session/message`. */
export function lessonsByMessage({ lessons }: Labelled): ReadonlyMap<string, readonly Lesson[]> {
  const by = new Map<string, Lesson[]>();
  for (const lesson of lessons)
    for (const place of [lesson, ...lesson.repeats]) {
      const key = placeKey({ ...place, person: lesson.person });
      by.set(key, [...(by.get(key) ?? []), lesson]);
    }
  return by;
}

export function placeKey({ person, session, message }: Omit<Message, "text">): string {
  return `${person}/${session}/${message}`;
}

/** Words of a text by which two texts are compared. */
export function termsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\d][\p{L}\d_'./@-]*/gu) ?? [];
  return new Set(
    words.filter((word) => word.length > 2).map((word) => word.replace(/(?:ing|ed|es|s|ly)$/, "").slice(0, 12)),
  );
}

/**
 * Which sentences of a message state the lesson: those that share half of their words with it, and otherwise the closest
 * one, since a lesson is often repeated in other words.
 */
export function sentencesOfLesson(sentences: readonly string[], { quote, lesson }: Lesson): ReadonlySet<number> {
  const wanted = new Set([...termsOf(quote), ...termsOf(lesson)]);
  const shares = sentences.map((sentence) => {
    const terms = [...termsOf(sentence)];
    const shared = terms.filter((term) => wanted.has(term)).length;
    return { shared, share: shared / Math.max(1, terms.length), closeness: shared / Math.sqrt(terms.length + 1) };
  });
  const closest = Math.max(...shares.map(({ closeness }) => closeness));
  return new Set(
    shares.flatMap(({ shared, share, closeness }, at) =>
      (shared >= 3 && share >= 0.5) || (closeness === closest && (closest > 0 || sentences.length === 1)) ? [at] : [],
    ),
  );
}
