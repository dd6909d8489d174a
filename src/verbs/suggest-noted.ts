/** Makes a suggestion of what another program noted: screened, once, with its origin, and never active by itself. */
import type { Note } from "../capture/memories/note.ts";
import type { MemorySource } from "../capture/memories/sources.ts";
import { OldhandError } from "../core/base/error.ts";
import type { MemoryRecord, ProjectId, Scope } from "../core/record/record.ts";
import { saysTheSame } from "../core/record/similar.ts";
import { screen } from "../core/screen/clean.ts";
import { carriesMarker } from "../core/text/marker.ts";
import { normalised } from "../core/text/words.ts";
import { candidate } from "../remember/candidate.ts";
import { instructionsOf } from "./capturing.ts";
import { withChecks } from "./checks.ts";
import type { House } from "./house.ts";
import { checked, knownAbout, propose } from "./remembering.ts";
import { toldBefore } from "./told-before.ts";

export const EVERYWHERE = "everywhere";
export type NotedPlace = ProjectId | typeof EVERYWHERE;

type Noting = {
  readonly source: MemorySource;
  /** The file's path. */
  readonly name: string;
  readonly place: NotedPlace;
  /** Names of what was suggested before, whatever a person made of it; new ones join them. */
  readonly suggested: Set<string>;
};

/** Tells what became of a note: "imported", "duplicates", or the reason why it is neither. */
export function suggesterFor(
  house: House,
  { source, name, place, suggested }: Noting,
): (note: Note) => Promise<string> {
  // What a repository tells agents by itself is not learned again from one of them.
  const told = place === EVERYWHERE || source.trust === "repo" ? "" : instructionsOf(house);
  const from = screen(`${source.name}:${shortName(name)}`).text;
  return async (note) => {
    if (carriesMarker(note.text)) return "injected by oldhand";
    const check = checkedNote(note, place, house);
    if (check.outcome === "refused") return check.reason;
    const speaker = { origin: "imported", trust: source.trust, source: from } as const;
    const made = candidate(check.said, speaker, {
      project: place === EVERYWHERE ? undefined : place,
      nowMs: house.clock(),
      newId: house.store.newId,
      incidentDays: house.config["incidents.expireDays"],
    });
    const { text } = made.record;
    if (suggested.has(nameOf(made.record)) || suggested.has(nameOf({ text }))) return "duplicates";
    if (told.includes(normalised(text))) return "stands in the repository's instructions";
    const known = await knownAbout(house, made);
    if (known.buried.text) return "deleted or dismissed before";
    if (known.similar.some(({ record }) => saysTheSame(record.text, text))) return "duplicates";
    if ((await toldBefore(house, made.record)) !== undefined) return "duplicates";
    await propose(house, withChecks(house, made.record), `It stands in ${source.label}.`);
    suggested.add(nameOf(made.record));
    return "imported";
  };
}

export async function namesOfSuggested({ store }: House): Promise<Set<string>> {
  return new Set((await store.suggestions.list()).map(({ record }) => nameOf(record)));
}

type CheckedNote =
  | { readonly outcome: "ok"; readonly said: Omit<Note, "scope" | "cwd"> & { readonly scope: Scope } }
  | { readonly outcome: "refused"; readonly reason: string };

function checkedNote({ cwd: _, ...note }: Note, place: NotedPlace, house: House): CheckedNote {
  try {
    const check = checked({ ...note, scope: place === EVERYWHERE ? "global" : ("project" as Scope) }, house);
    return check.outcome === "ok" ? check : { outcome: "refused", reason: "it holds a secret" };
  } catch (error) {
    // One note that cannot be a record is no reason to leave out those after it.
    if (!(error instanceof OldhandError) || error.code !== "invalid") throw error;
    return { outcome: "refused", reason: "a note that holds no statement" };
  }
}

/** The same words in the same place are the same suggestion, whatever type they were given. */
function nameOf({ text, project }: Pick<MemoryRecord, "text" | "project">): string {
  return `${project ?? ""} ${normalised(text)}`;
}

/** Enough to find the file again; where it lies on this machine is nobody else's business. */
function shortName(path: string): string {
  return path.split("/").slice(-2).join("/");
}
