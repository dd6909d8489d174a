/** What the finder shows and how keys change it; draws nothing and reads nothing. */
import { type Filters, PLACES, WHOSE } from "./matching.ts";

export type Finder = Filters & {
  readonly query: string;
  readonly selected: number;
  /** `edit`: the chosen line is changed before it is put on the line; `session`: the session of the chosen line. */
  readonly view: "list" | "edit" | "session";
  readonly draft: string;
  readonly scrolled: number;
};

export type Key = {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
  readonly sequence?: string;
};

export type FinderStep =
  | { readonly outcome: "go on"; readonly finder: Finder }
  | { readonly outcome: "chosen"; readonly line: string }
  | { readonly outcome: "left" };

export function newFinder(query: string, hasProject: boolean): Finder {
  return {
    ...{ query, selected: 0, view: "list", draft: "", scrolled: 0 },
    ...{ place: hasProject ? "here" : "everywhere", whose: "both", onlyWorked: false },
  };
}

/** `current` is the line that is selected; `rows` is how many fit on the screen. */
export function press(
  finder: Finder,
  text: string | undefined,
  key: Key,
  { current, count, rows }: { readonly current: string | undefined; readonly count: number; readonly rows: number },
): FinderStep {
  const go = (change: Partial<Finder>): FinderStep => ({ outcome: "go on", finder: { ...finder, ...change } });
  const move = (by: number): FinderStep => {
    if (finder.view === "session") return go({ scrolled: Math.max(0, finder.scrolled + by) });
    return go({ selected: Math.max(0, Math.min(count - 1, finder.selected + by)) });
  };
  const { name, ctrl = false, meta = false } = key;
  if (ctrl && (name === "c" || name === "g" || name === "d")) return { outcome: "left" };
  if (name === "escape") return finder.view === "list" ? { outcome: "left" } : go({ view: "list", scrolled: 0 });
  if (name === "return" || name === "enter") {
    if (finder.view === "edit") return { outcome: "chosen", line: finder.draft };
    return current === undefined ? go({}) : { outcome: "chosen", line: current };
  }
  if (name === "up" || (ctrl && name === "p")) return move(-1);
  if (name === "down" || (ctrl && (name === "n" || name === "r"))) return move(1);
  if (name === "pageup") return move(-rows);
  if (name === "pagedown") return move(rows);
  if (finder.view === "edit") return go({ draft: edited(finder.draft, text, key) });
  if (name === "tab") return current === undefined ? go({}) : go({ view: "edit", draft: current });
  if (ctrl && name === "o") return go({ view: finder.view === "session" ? "list" : "session", scrolled: 0 });
  if (finder.view === "session") return go({});
  if (ctrl && name === "e")
    return go({ place: PLACES[(PLACES.indexOf(finder.place) + 1) % PLACES.length]!, selected: 0 });
  if (ctrl && name === "a") return go({ whose: WHOSE[(WHOSE.indexOf(finder.whose) + 1) % WHOSE.length]!, selected: 0 });
  if (ctrl && name === "s") return go({ onlyWorked: !finder.onlyWorked, selected: 0 });
  const query = meta ? finder.query : edited(finder.query, text, key);
  return query === finder.query ? go({}) : go({ query, selected: 0 });
}

function edited(line: string, text: string | undefined, { name, ctrl = false, meta = false }: Key): string {
  if (name === "backspace" || (ctrl && name === "h")) return [...line].slice(0, -1).join("");
  if (ctrl && name === "u") return "";
  if (ctrl && name === "w") return line.replace(/\S*\s*$/, "");
  if (ctrl || meta || text === undefined || /[\x00-\x1f\x7f]/.test(text)) return line;
  return line + text;
}
