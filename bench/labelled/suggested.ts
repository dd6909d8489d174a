/** What would be suggested to a person, with weights that were trained on all other people. */
import { demandsIn } from "../../src/detect/repeated-demands.ts";
import { featuresOf, LEAST_EVIDENCE } from "../../src/extract/lasting-score.ts";
import { readMessage } from "../../src/extract/message.ts";
import { readingOf } from "../../src/extract/reading.ts";
import { type Labelled, lessonsByMessage, placeKey, sentencesOfLesson } from "./sessions-data.ts";
import { examplesOf, scoreOf, trained } from "./train.ts";

export type Suggested = {
  readonly quotes: readonly string[];
  readonly sessions: number;
  readonly score: number;
  /** The lessons that it states. */
  readonly states: readonly string[];
};

export function suggestedTo(data: Labelled, person: string): Suggested[] {
  const weights = trained(examplesOf(data).filter((one) => one.person !== person));
  const lessonsAt = lessonsByMessage(data);
  const lessons = new Map<string, string[]>();
  const own = data.messages.filter((one) => one.person === person);
  const statements = own.flatMap((message, order) => {
    const sentences = readMessage(message.text, { inProject: true });
    const texts = sentences.map(({ sentence }) => sentence.text);
    const here = lessonsAt.get(placeKey(message)) ?? [];
    return sentences.flatMap(({ sentence, captured }, at) => {
      const features = featuresOf(readingOf(sentence.text), {
        ...{ isFirst: at === 0, isAlone: sentences.length === 1, messageChars: message.text.length },
        isSaidToLast: captured !== undefined,
      });
      if (features === undefined) return [];
      const turn = message.message * 1000 + at;
      lessons.set(
        `${message.session} ${turn}`,
        here.filter((lesson) => sentencesOfLesson(texts, lesson).has(at)).map(({ id }) => id),
      );
      const score = captured === undefined ? 1 / (1 + Math.exp(-scoreOf(weights, features))) : 1;
      return score < LEAST_EVIDENCE
        ? []
        : [{ session: message.session, turn, text: sentence.text, atMs: order, score }];
    });
  });
  return demandsIn(statements).map(({ said, sessions, score }) => ({
    score,
    quotes: said.map(({ text }) => text),
    sessions,
    states: said.flatMap(({ session, turn }) => lessons.get(`${session} ${turn}`) ?? []),
  }));
}
