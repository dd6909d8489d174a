/** A full-screen finder over the history: it draws on stderr, and gives back the chosen line. */
import { emitKeypressEvents } from "node:readline";
import { type FoundCommand, openForSearch, type SearchMemory } from "../../../main/open-for-search.ts";
import { styleFor } from "../../../verbs/print/style.ts";
import type { Io } from "../io.ts";
import { type Drawn, draw, listRows, type Screen } from "./draw.ts";
import { type Finder, type Key, newFinder, press } from "./finder.ts";
import { addRows, type LineSearch, type Lines, startSearch } from "./matching.ts";

const FIRST_PAGE = 1000;
/** Few enough that a key never waits long for them. */
const PAGE = 1000;

/** A person who types on is not disturbed. */
const PAUSE_MS = 150;

const ALTERNATE = "\x1b[?1049h\x1b[?25l";
const BACK = "\x1b[?25h\x1b[?1049l";

/** Undefined if the person left without choosing. */
export async function findOnScreen(io: Pick<Io, "env" | "err">, ask: SearchAsk): Promise<string | undefined> {
  const memory = openForSearch(io.env);
  return find(io, memory, ask).finally(memory.close);
}

type SearchAsk = { readonly query: string; readonly noColor: boolean };

async function find(
  { env, err }: Pick<Io, "env" | "err">,
  memory: SearchMemory,
  { query, noColor }: SearchAsk,
): Promise<string | undefined> {
  const lines: Lines = { rows: [], texts: [] };
  addRows(lines, memory.page(FIRST_PAGE));
  let finder: Finder = newFinder(query, memory.project !== "");
  let search: LineSearch = startSearch(lines, finder.query, finder, memory.project);
  search.advance();
  let before: readonly string[] = [];
  const screen = (): Screen => {
    const columns = process.stderr.columns || 80;
    const rows = process.stderr.rows || 24;
    const style = styleFor({ columns, variables: env.variables, noColor });
    return { columns, rows, style, home: env.home ?? "" };
  };
  const show = (isLoading: boolean): void => {
    const drawn: Drawn = {
      found: search.found,
      isSearching: isLoading || !search.isDone(),
      memory,
      nowMs: env.clock(),
    };
    const now = draw(finder, screen(), drawn);
    // Only the lines that changed: a slow terminal has less to draw.
    const changed = now.map((line, at) => (line === before[at] ? "" : `\x1b[${at + 1};1H\x1b[2K${line}`)).join("");
    before = now;
    if (changed !== "") err.write(changed);
  };
  return new Promise((resolve) => {
    let [isLoaded, isOver, isTicking, isTaken] = [false, false, false, false];
    let meant: LineSearch | undefined;
    let rest = memory.after(lines.rows.length);
    const finish = (line: string | undefined): void => {
      if (isOver) return;
      isOver = true;
      process.stdin.removeListener("keypress", onKey);
      process.stdin.setRawMode(false);
      process.stdin.pause();
      process.stderr.removeListener("resize", onResize);
      err.write(BACK);
      resolve(line);
    };
    /** What shells just ran is taken in once the screen is there; then the newest lines are read again. */
    const takeIn = async (): Promise<void> => {
      isTaken = true;
      if (!(await memory.takeIn())) addMeant(search, finder);
      else if (!isOver) readAgain();
    };
    const readAgain = (): void => {
      lines.rows.length = 0;
      lines.texts.length = 0;
      addRows(lines, memory.page(FIRST_PAGE));
      isLoaded = false;
      rest = memory.after(lines.rows.length);
      search = startSearch(lines, finder.query, finder, memory.project);
      work();
    };
    /** Once typing pauses, lines follow that mean the same in other words. */
    const addMeant = (asked: LineSearch, { query: text, place }: Finder): void => {
      if (asked === meant || !/\p{L}{3}/u.test(text)) return;
      meant = asked;
      setTimeout(async () => {
        if (isOver || search !== asked) return;
        const more = await memory.meantBy(text, place).catch(() => []); // the index may be busy or unreadable: words are enough
        if (!isOver && search === asked && asked.add(more)) show(false);
      }, PAUSE_MS);
    };
    // Between two slices keys are read, so that typing never waits.
    const tick = (): void => {
      if (isOver) return;
      if (!search.isDone()) {
        if (search.advance()) show(!isLoaded);
      } else if (!isLoaded) {
        const page: FoundCommand[] = [];
        for (let next = rest.next(); ; next = rest.next()) {
          isLoaded = next.done === true;
          if (next.done !== true) page.push(next.value);
          if (isLoaded || page.length === PAGE) break;
        }
        addRows(lines, page);
        if (isLoaded) show(false);
      } else {
        isTicking = false;
        show(false);
        if (!isTaken) void takeIn();
        else addMeant(search, finder);
        return;
      }
      setImmediate(tick);
    };
    const work = (): void => {
      if (isTicking) return;
      isTicking = true;
      setImmediate(tick);
    };
    const onResize = (): void => {
      before = [];
      err.write("\x1b[2J");
      show(!isLoaded);
    };
    const onKey = (text: string | undefined, key: Key): void => {
      const current = search.found[finder.selected]?.command;
      const step = press(finder, text, key, { current, count: search.found.length, rows: listRows(screen()) });
      if (step.outcome !== "go on") {
        finish(step.outcome === "chosen" ? step.line : undefined);
        return;
      }
      const isNew = (["query", "place", "whose", "onlyWorked"] as const).some(
        (name) => step.finder[name] !== finder[name],
      );
      finder = step.finder;
      if (isNew) {
        search = startSearch(lines, finder.query, finder, memory.project);
        search.advance();
      }
      show(!isLoaded);
      work();
    };
    emitKeypressEvents(process.stdin);
    process.stdin.setRawMode(true);
    process.stdin.on("keypress", onKey);
    process.stdin.on("end", () => finish(undefined));
    process.stdin.resume();
    process.stderr.on("resize", onResize);
    err.write(ALTERNATE);
    show(true);
    work();
  });
}
