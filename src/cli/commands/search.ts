/** `search`: a full-screen finder over the history. It draws on stderr, prints the chosen line on stdout, and runs nothing. */
import { emitKeypressEvents } from "node:readline";
import { mayDo } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import { type FoundCommand, openForSearch, type SearchMemory } from "../../open/open-for-search.ts";
import type { Answer, Call } from "../command.ts";
import { oneLine, styleFor } from "../output/style.ts";
import { listLimit } from "../parse/values.ts";
import { type Drawn, draw, listRows, type Screen } from "../search/draw.ts";
import { type Finder, type Key, newFinder, press } from "../search/finder.ts";
import { addRows, type Lines, type Search, startSearch } from "../search/matching.ts";

const FIRST_PAGE = 1000;
/** Few enough that a key never waits long for them. */
const PAGE = 1000;

export async function search(call: Call): Promise<Answer> {
  const { io, isJson, args, given } = call;
  const query = args[0] ?? "";
  const memory = openForSearch(io.env);
  try {
    if (isJson || !io.input.isTerminal || io.err.columns === undefined) {
      if (!isJson && query === "")
        throw new OldhandError("usage", "Without a terminal, give the words to look for: `oldhand search QUERY`.");
      await memory.takeIn();
      const place = mayDo(io.env, "look into other projects") ? "everywhere" : "here";
      const rows = await found(memory, { query, place, limit: listLimit(given) });
      if (!isJson && rows.length === 0) call.note(`No command in your history matches ${JSON.stringify(query)}.`);
      return listed(rows);
    }
    const line = await find(call, memory, query);
    if (line === undefined) return { json: {}, exit: 1, text: () => "" };
    return { json: { command: line }, text: () => line };
  } finally {
    memory.close();
  }
}

/** Without a terminal: the same search, as a list. */
async function found(
  memory: SearchMemory,
  { query, place, limit }: { readonly query: string; readonly place: Finder["place"]; readonly limit: number },
): Promise<readonly FoundCommand[]> {
  const lines: Lines = { rows: [], texts: [] };
  addRows(lines, memory.after(0));
  const search = startSearch(lines, query, { place, whose: "both", onlyWorked: false }, memory.project);
  while (!search.isDone() && search.found.length < limit) search.advance();
  if (search.found.length < limit) search.add(await memory.meantBy(query, place));
  return search.found.slice(0, limit);
}

function listed(rows: readonly FoundCommand[]): Answer {
  return {
    json: {
      matches: rows.map(({ command, cwd, status, actor, session }) => ({ command, cwd, status, actor, session })),
    },
    ...(rows.length === 0 && { exit: 3 as const }),
    text: () => rows.map(({ command }) => oneLine(command)).join("\n"),
  };
}

/** A person who types on is not disturbed. */
const PAUSE_MS = 150;

const ALTERNATE = "\x1b[?1049h\x1b[?25l";
const BACK = "\x1b[?25h\x1b[?1049l";

async function find({ io, given }: Call, memory: SearchMemory, query: string): Promise<string | undefined> {
  const { err, env } = io;
  const lines: Lines = { rows: [], texts: [] };
  addRows(lines, memory.page(FIRST_PAGE));
  let finder: Finder = newFinder(query, memory.project !== "");
  let search: Search = startSearch(lines, finder.query, finder, memory.project);
  search.advance();
  let before: readonly string[] = [];
  const screen = (): Screen => {
    const columns = process.stderr.columns || 80;
    const rows = process.stderr.rows || 24;
    const style = styleFor({ columns, variables: env.variables, noColor: given.has("no-color") });
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
    let meant: Search | undefined;
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
    const addMeant = (asked: Search, { query: text, place }: Finder): void => {
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
