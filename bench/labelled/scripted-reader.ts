/** A reader that knows all lessons of a person and nominates them, among inventions, wrong quotes, look-alikes and secrets. */
import type { StageOne } from "../../src/models/answer-schemas.ts";
import type { Labelled, Lesson } from "./sessions-data.ts";

type Nomination = StageOne["memories"][number];

/** Words that no session has: what holds one of them is an invention. */
export const INVENTED = "zorgblat";
const SECRET = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

export type Script = {
  readonly data: Labelled;
  readonly person: string;
  /** Where the home of the data was laid out. */
  readonly home: string;
  /** Lines that tools printed and nobody said. */
  readonly output?: readonly string[];
  /** It nominates the lessons and nothing else. */
  readonly isPerfect?: boolean;
};

/** All that concerns this text: a part of a session as the reader is shown it. */
export function nominationsFor(
  shown: string,
  { data, person, home, output = [], isPerfect = false }: Script,
): Nomination[] {
  const text = spaced(shown);
  const isShown = (quote: string): boolean => text.includes(spaced(JSON.stringify(quote).slice(1, -1)));
  const local = <T extends { readonly quote: string }>(one: T): T => ({
    ...one,
    quote: one.quote.replaceAll("/home/dev", home),
  });
  const lessons = data.lessons
    .filter((one) => one.person === person)
    .map(local)
    .filter(({ quote }) => isShown(quote));
  if (isPerfect) return lessons.map(ofLesson);
  const lookAlikes = data.lookAlikes.filter((one) => one.person === person).map(local);
  return [
    ...lessons.flatMap((lesson, at) => [...(at % 2 === 0 ? [] : [falseSentence(lesson)]), ofLesson(lesson)]),
    ...lessons.filter((_, at) => at % 2 === 0).map(falseSentence),
    ...lessons.map(wrongQuote),
    ...lookAlikes.filter(({ quote }) => isShown(quote)).map(({ quote }) => nomination({ quote, text: quote })),
    ...output.map((quote) => nomination({ quote, text: `Remember: ${quote}` })),
    nomination({ quote: `We always deploy with ${INVENTED}.`, text: `Always deploy with ${INVENTED}.` }),
    nomination({ quote: `The token is ${SECRET}.`, text: `The token is ${SECRET}.` }),
  ];
}

/** In JSON, where line ends are written as signs; quotes in the data have other white space than the messages. */
function spaced(json: string): string {
  return json.replace(/(?:\s|\\[nrt])+/g, " ");
}

const TYPES: readonly string[] = ["policy", "architecture", "decision", "workflow", "pitfall", "preference", "fact"];

function ofLesson({ quote, lesson, kind }: Lesson): Nomination {
  return nomination({ quote, text: lesson, type: TYPES.includes(kind) ? (kind as Nomination["type"]) : "fact" });
}

function falseSentence({ quote }: Lesson): Nomination {
  return nomination({ quote, text: `Never do this without ${INVENTED} 77.` });
}

function wrongQuote({ quote, lesson }: Lesson): Nomination {
  return nomination({ quote: quote.replace(/\S+\s*$/, INVENTED), text: `${lesson} (${INVENTED})` });
}

function nomination(fields: Pick<Nomination, "quote" | "text"> & Partial<Nomination>): Nomination {
  return { type: "policy", scope: "global", why: "it will matter again", supersedes: null, ...fields };
}
