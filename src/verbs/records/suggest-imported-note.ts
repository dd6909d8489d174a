/** Turns a note of another program into a suggestion: screened, once, with its origin, never active by itself. */
import type { Noted } from "../../capture/memories/noted.ts";
import type { MemorySource } from "../../capture/memories/sources.ts";
import type { House } from "../../context/call-context.ts";
import { OldhandError } from "../../core/base/error.ts";
import type { MemoryRecord, ProjectId, Scope } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { carriesMarker } from "../../core/text/marker.ts";
import { admit, candidateFrom, instructionsOf, type Remembered } from "./admit.ts";
import { checkStatement } from "./check-statement.ts";

export const EVERYWHERE = "everywhere";
export type NotedPlace = ProjectId | typeof EVERYWHERE;

type Import = {
  readonly source: MemorySource;
  /** The file's path. */
  readonly name: string;
  readonly place: NotedPlace;
  /** Everything suggested before, whatever was decided; new suggestions are added. */
  readonly suggested: MemoryRecord[];
};

/** Says what became of a note: "imported", "duplicates", or why it was skipped. */
export function suggesterFor(
  house: House,
  { source, name, place, suggested }: Import,
): (note: Noted) => Promise<string> {
  // What a repository's own files say is not learned again from another program.
  const instructions = place === EVERYWHERE || source.trust === "repo" ? "" : instructionsOf(house);
  const speaker = {
    origin: "imported",
    trust: source.trust,
    source: screen(`${source.name}:${shortName(name)}`).text,
  } as const;
  return async (note) => {
    if (carriesMarker(note.text)) return "injected by oldhand";
    const check = checkedNote(note, place, house);
    if (check.outcome === "refused") return check.reason;
    const made = candidateFrom(house, check.said, speaker);
    const done = await admit(house, made, {
      askFirst: `It is in ${source.says}.`,
      learned: { instructions, suggested },
    });
    if (done.outcome === "proposed") suggested.push(made.record);
    return done.known === undefined ? (done.outcome === "proposed" ? "imported" : done.outcome) : SKIPPED[done.known];
  };
}

const SKIPPED: Readonly<Record<NonNullable<Remembered["known"]>, string>> = {
  kept: "duplicates",
  suggested: "duplicates",
  replaced: "duplicates",
  deleted: "deleted or dismissed before",
  instructions: "already in the repository's instructions",
};

type CheckedNote =
  | { readonly outcome: "ok"; readonly said: Omit<Noted, "scope" | "cwd"> & { readonly scope: Scope } }
  | { readonly outcome: "refused"; readonly reason: string };

function checkedNote({ cwd: _, ...note }: Noted, place: NotedPlace, house: House): CheckedNote {
  try {
    const check = checkStatement({ ...note, scope: place === EVERYWHERE ? "global" : ("project" as Scope) }, house);
    return check.outcome === "ok" ? check : { outcome: "refused", reason: "contains a secret" };
  } catch (error) {
    // One unusable note must not stop those after it.
    if (!(error instanceof OldhandError) || error.code !== "invalid") throw error;
    return { outcome: "refused", reason: "not a usable statement" };
  }
}

/** Enough to find the file again, without this machine's directories. */
function shortName(path: string): string {
  return path.split("/").slice(-2).join("/");
}
