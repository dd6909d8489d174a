/** `search`: on a terminal a full screen over the history, elsewhere the list of `history search`. */
import { OldhandError } from "../../../core/base/error.ts";
import { verb } from "../../../verbs/declare/verb.ts";
import { type FoundEvents, searchHistory } from "../../../verbs/history/list.ts";
import type { CommandCall } from "../run-verb.ts";

/** The line that a person chose on the screen, or null; or the list. */
type Searched = { readonly command: string | null; readonly found?: undefined } | { readonly found: FoundEvents };

const { query: QUERY, ...FILTERS } = searchHistory.input;
const { required: _, ...FIRST } = QUERY;

export const search = verb({
  name: "search",
  summary: "Search your history on a full screen, and print the chosen line.",
  notes: [
    "Type parts of words in any order. Enter prints the line, Tab lets you edit it first, Ctrl-O shows its session, Ctrl-E switches between here and everywhere, Ctrl-A between you, agents and both, Ctrl-S shows only what worked. Ctrl-C leaves. Nothing is run.",
    "`oldhand install zsh --ctrl-r` puts it on Ctrl-R. Without a terminal, or with --list or --json, it lists the commands that fit the words or what agents ran them for, best match last.",
  ],
  examples: ["oldhand search", "oldhand search --list docker run", "oldhand search --list start the local database"],
  input: { query: FIRST, list: { type: "flag", help: "List what matches." }, ...FILTERS },
  act: "read",
  needs: "nothing",
  async run(call, { query = "", list = false, ...filters }): Promise<Searched> {
    const { env, io, terminal, note, typed = [] } = call as CommandCall;
    if (!list && terminal !== undefined) {
      const { findOnScreen } = await import("../search/screen.ts");
      return { command: (await findOnScreen(io, { query, noColor: typed.includes("--no-color") })) ?? null };
    }
    if (query === "") throw new OldhandError("usage", "Give the words to look for: `oldhand search --list QUERY`.");
    const { openCall } = await import("../../../main/open-call.ts");
    const { close, ...opened } = await openCall(env, { note });
    return { found: await searchHistory.run({ ...call, ...opened }, { ...filters, query }).finally(close) };
  },
  json: (searched) => searched.found ?? searched,
  remark: ({ found }, { query = "" }) => found && searchHistory.remark?.(found, { query }),
  print: (searched, style) =>
    searched.found === undefined ? (searched.command ?? "") : searchHistory.print(searched.found, style, { query: "" }),
  exit(searched) {
    if (searched.found === undefined) return searched.command === null ? 1 : 0;
    return searched.found.events.length === 0 ? 3 : 0;
  },
});
