/** The name of a session in a list, and what else is known about it in a line. */
import type { SessionView } from "../../../src/verbs/session/transcripts/session-verbs.ts";
import { visible } from "../../components/format.ts";

const ASKED = /^Asked first: /;
const SENTENCE_END = /(?<=[.!?])\s+/;

/** Its title, or what was asked first; then the rest of the synopsis, which often begins with the title. */
export function namesOf({
  title,
  synopsis = "",
}: Pick<SessionView, "title" | "synopsis">): [name: string, more: string] {
  const about = visible(synopsis).replace(ASKED, "");
  if (title !== undefined) {
    const rest = about.startsWith(title) ? about.slice(title.length).replace(/^[.\s]+/, "") : about;
    return [visible(title), rest.replace(ASKED, "")];
  }
  const [first = "", ...others] = about.split(SENTENCE_END);
  return [first === "" ? "Untitled session" : first, others.join(" ")];
}
