/** Who may do what: one table for acts on a record and one for all other acts. Every verb asks here; none decides by itself. */
import type { Actor } from "../core/event/event.ts";
import { AGENTS_RULES } from "../core/record/acceptance.ts";
import type { MemoryRecord, RecordType } from "../core/record/record.ts";

export type Ruling = "done" | "proposed" | "refused";

/** Whose a record is. What a person accepted is the person's, whoever said it first. */
export type Owner = "person" | "agent" | "other";

export type RecordAct = "edit" | "make a rule" | "reclassify" | "archive" | "restore" | "delete" | "forget" | "undo";

/** What an agent may do to a record; a person may do all of it. */
const AGENTS_ON_RECORDS: Readonly<Record<RecordAct, Readonly<Record<Owner, Ruling>>>> = {
  edit: { person: "proposed", agent: "done", other: "done" },
  "make a rule": { person: "proposed", agent: "proposed", other: "proposed" },
  reclassify: { person: "proposed", agent: "done", other: "done" },
  archive: { person: "proposed", agent: "done", other: "done" },
  restore: { person: "proposed", agent: "done", other: "done" },
  delete: { person: "proposed", agent: "done", other: "done" },
  forget: { person: "proposed", agent: "done", other: "done" },
  undo: { person: "refused", agent: "done", other: "done" },
};

export type OtherAct =
  | "accept a repository's records"
  | "approve a command"
  | "approve a command, even a low-risk one"
  | "clear memory"
  | "confirm changed files"
  | "change settings"
  | "change safety settings"
  | "decide on suggestions"
  | "forget history"
  | "import an export"
  | "install"
  | "change projects";

/** What an agent may do besides; a person may do all of it. */
const AGENTS_OTHERWISE: Readonly<Record<OtherAct, Ruling>> = {
  "accept a repository's records": "refused",
  "approve a command": "refused",
  "approve a command, even a low-risk one": "refused",
  "clear memory": "refused",
  "confirm changed files": "refused",
  "change settings": "refused",
  "change safety settings": "refused",
  "decide on suggestions": "refused",
  "forget history": "refused",
  "import an export": "refused",
  install: "refused",
  "change projects": "refused",
};

/** `unknown`: nothing marks an agent, and there is no terminal at which a person could be. */
export type Caller = Actor | "unknown";

/** What an unknown caller may do besides: a script's work that gives nothing authority and can be undone. */
const WITHOUT_TERMINAL: ReadonlySet<OtherAct> = new Set<OtherAct>([
  "approve a command, even a low-risk one",
  "change settings",
  "import an export",
  "change projects",
]);

export function rulingOn(actor: Actor, act: RecordAct, record: Pick<MemoryRecord, "trust" | "accepted">): Ruling {
  return actor === "person" ? "done" : AGENTS_ON_RECORDS[act][ownerOf(record)];
}

export function rulingFor(caller: Caller, act: OtherAct): Ruling {
  if (caller === "unknown") return WITHOUT_TERMINAL.has(act) ? "done" : "refused";
  return caller === "person" ? "done" : AGENTS_OTHERWISE[act];
}

export function ownerOf({ trust, accepted }: Pick<MemoryRecord, "trust" | "accepted">): Owner {
  if (trust === "person" || accepted === true) return "person";
  return trust === "agent" ? "agent" : "other";
}

const OTHERS_RULES: readonly RecordType[] = ["policy", "preference", "workflow"];

/** Whether a record of this type and trust counts only once a person has accepted it. */
export function needsAcceptance({ type, trust }: Pick<MemoryRecord, "type" | "trust">): boolean {
  if (trust === "person") return false;
  return (trust === "agent" ? AGENTS_RULES : OTHERS_RULES).includes(type);
}

/** The act that an edit amounts to: a change of type must not be a way around what adding would need. */
export function actOfEdit(before: MemoryRecord, after: MemoryRecord): RecordAct {
  if (after.type === before.type) return "edit";
  return needsAcceptance(after) ? "make a rule" : "reclassify";
}
