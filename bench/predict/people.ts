/** The commands in sessions of real people, by person, through the real import. The data is not part of the repository. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { familyOf } from "../../src/core/command/steps.ts";
import type { RanStep } from "../../src/detect/next-command.ts";
import { openMemory } from "../../src/main/memory.ts";
import { envOf } from "../labelled/nominated.ts";
import { personHome } from "../labelled/person-home.ts";

type Row = Readonly<Record<string, string | number | null>>;

export async function commandsByPerson(directory: string): Promise<ReadonlyMap<string, readonly RanStep[]>> {
  const found = new Map<string, readonly RanStep[]>();
  for (const person of readdirSync(join(directory, "transcripts")).toSorted()) {
    const steps = await commandsOf(directory, person);
    if (steps.length > 1) found.set(person, steps);
  }
  return found;
}

async function commandsOf(directory: string, person: string): Promise<RanStep[]> {
  const place = personHome(directory, person);
  try {
    const memory = await openMemory({ ...envOf(place), cwd: place.projects[0] ?? place.home });
    await memory.importSessions({});
    memory.close();
    const db = new DatabaseSync(join(place.home, "oldhand", "state.db"), { readOnly: true });
    const events = db.prepare("SELECT * FROM events ORDER BY at, seq").all() as Row[];
    const edits = db.prepare("SELECT session, place FROM turns WHERE act = 'edit'").all() as Row[];
    db.close();
    return stepsOf(events, edits);
  } finally {
    rmSync(place.home, { recursive: true, force: true });
  }
}

function stepsOf(events: readonly Row[], edits: readonly Row[]): RanStep[] {
  const editsOf = Map.groupBy(edits, ({ session }) => String(session));
  const lastPlace = new Map<string, number>();
  return events.map(({ session, place, command, cwd, status }) => {
    const from = lastPlace.get(String(session)) ?? -1;
    const to = Number(place ?? from);
    lastPlace.set(String(session), to);
    return {
      session: String(session),
      cwd: String(cwd ?? ""),
      isAfterEdit: (editsOf.get(String(session)) ?? []).some(
        (edit) => Number(edit.place) > from && Number(edit.place) < to,
      ),
      command: String(command),
      family: familyOf(String(command)) ?? "",
      worked: status === "success" ? "yes" : status === "unknown" ? "unknown" : "no",
    };
  });
}
