/** `review dismiss` */
import { verb } from "../declare/verb.ts";
import { SUGGESTION } from "./show.ts";

export const dismissSuggestion = verb({
  name: "review dismiss",
  also: ["suggestions dismiss"],
  summary: "Dismiss a suggestion permanently.",
  input: { id: SUGGESTION },
  act: "change",
  needs: "write",
  async run({ context }, { id }) {
    const { suggestionVerbs } = await import("./sources/suggestion-verbs.ts");
    return suggestionVerbs(context).dismiss(id);
  },
  print: ({ id }) => `Dismissed ${id}. It will not be suggested again.`,
  page: { answer: (suggestion) => ({ suggestion }) },
});
