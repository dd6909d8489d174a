/** Replays the sessions of real people in order, and asks before each place where they had to say a lesson again. */
import { renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openMemory } from "../../src/main/memory.ts";
import { envOf } from "../labelled/nominated.ts";
import { type PersonHome, personHome } from "../labelled/person-home.ts";
import { type Labelled, type Lesson, lessonsByMessage, placeKey, termsOf } from "../labelled/sessions-data.ts";
import { type Given, hookOf } from "./ask-hook.ts";
import { complete } from "./decisions.ts";

/** `earlier`: with another prompt of the same session. */
type By = "start" | "prompt" | "earlier" | "none";

export type Replayed = {
  readonly person: string;
  /** Places where a lesson of an earlier session is said again, and whether the session was given it. */
  readonly repeats: { readonly lesson: string; readonly isGiven: boolean; readonly by: By }[];
  /** Every prompt of a person, except the repeats and those that teach something. */
  readonly others: { readonly text: string; readonly given: Given }[];
  readonly starts: Given[];
};

export type Memory = Awaited<ReturnType<typeof openMemory>>;

type Options = {
  /** Asks so many of the prompts without a label, spread over the sessions. */
  readonly others: number;
  /** Runs before the sessions are read, to set a reader; what it returns runs at the end. */
  readonly prepare?: (memory: Memory, place: PersonHome) => Promise<() => void>;
};

export async function replayed(data: Labelled, person: string, { others, prepare }: Options): Promise<Replayed> {
  const place = personHome(data.directory, person);
  const out: Replayed = { person, repeats: [], others: [], starts: [] };
  const env = envOf(place);
  const labelled = lessonsByMessage(data);
  const own = data.messages.filter((one) => one.person === person);
  const plain = own.filter((one) => (labelled.get(placeKey(one)) ?? []).length === 0);
  const every = Math.max(1, Math.floor(plain.length / Math.max(1, others)));
  const asked = new Set(
    plain
      .filter((_, at) => at % every === 0)
      .slice(0, others)
      .map(placeKey),
  );
  let end = (): void => {};
  try {
    const setting = await openMemory(env, { settle: "files" });
    await setting.set("memories.enabled", "true");
    await setting.set("memories.maxRolloutAgeDays", "100000");
    await setting.set("memories.maxRolloutsPerStartup", "100000");
    await setting.set("sessions.keepDays", "0");
    end = (await prepare?.(setting, place)) ?? end;
    setting.close();
    // Every transcript is laid out already: those to come are hidden until it is their turn.
    const ordered = place.sessions.toSorted((a, b) => a.startMs - b.startMs);
    const contents = new Map(ordered.map(({ file }) => [file, hide(file)]));
    const hook = hookOf(place.home, env.oldhandHome);
    const done = new Set<string>();
    for (const { cwd, startMs, endMs, file } of ordered) {
      const session = [...place.nameOf].find(([id]) => basename(file).includes(id))?.[1] ?? "";
      const id = `replay-${person}-${session}`;
      const at = { cwd, nowMs: startMs };
      let earlier = "";
      const start = await hook.start(id, at);
      out.starts.push(start);
      for (const one of own.filter((message) => message.session === session)) {
        const again = (labelled.get(placeKey(one)) ?? []).filter((lesson) =>
          placesOf(lesson).some((key) => done.has(key)),
        );
        const isOther = asked.has(placeKey(one));
        if (again.length === 0 && !isOther) continue;
        const given = await hook.prompt(id, { ...at, text: one.text });
        if (isOther) out.others.push({ text: one.text, given });
        for (const lesson of again) {
          const by = byWhat(lesson, { start: start.text, prompt: given.text, earlier });
          out.repeats.push({ lesson: lesson.id, isGiven: by !== "none", by });
        }
        earlier += `\n${given.text}`;
      }
      contents.get(file)!();
      const memory = await openMemory({ ...env, cwd, clock: () => endMs }, { settle: "files" });
      await memory.importSessions({ agent: file.includes("/.pi/") ? "pi" : "claude-code", file });
      await memory.learn();
      await memory.consolidate();
      await complete(memory);
      memory.close();
      done.add(session);
    }
  } finally {
    end();
    rmSync(place.home, { recursive: true, force: true });
  }
  return out;
}

function byWhat(lesson: Lesson, given: Readonly<Record<Exclude<By, "none">, string>>): By {
  return (["start", "prompt", "earlier"] as const).find((by) => states(given[by], lesson)) ?? "none";
}

/** The sessions in which a lesson was said. */
function placesOf({ session, repeats }: Lesson): string[] {
  return [session, ...repeats.map((one) => one.session)];
}

/** Moves a transcript out of sight; returns what brings it back. */
function hide(file: string): () => void {
  const aside = join(dirname(dirname(dirname(file))), `${basename(file)}.later`);
  renameSync(file, aside);
  return () => renameSync(aside, file);
}

const LEAST_SHARE = 0.6;
const LEAST_TERMS = 5;

/** A line has most words of the lesson, as it was said or as a colleague would write it down. */
function states(text: string, { quote, lesson }: Lesson): boolean {
  const lines = text.split("\n").map(termsOf);
  return [quote, lesson].some((said) => {
    const wanted = [...termsOf(said)];
    if (wanted.length < LEAST_TERMS) return false;
    return lines.some((terms) => wanted.filter((term) => terms.has(term)).length >= LEAST_SHARE * wanted.length);
  });
}
