/** Who may do what: one table for acts on a record and one for all other acts. Every verb asks here; none decides by itself. */
import type { Actor } from "../core/event/event.ts";
import type { Verb } from "../core/ports.ts";
import { needsPerson } from "../core/record/acceptance.ts";
import { isInstruction, type MemoryRecord } from "../core/record/record.ts";

export type Ruling = "done" | "proposed" | "refused";

/** Who makes a change; oldhand itself learns, consolidates and expires in the background of anybody's call. */
export type Caller = Actor | "oldhand";

/** Whose a record is. What a person accepted is the person's, whoever said it first; what people of a team wrote is theirs. */
export type Owner = "person" | "agent" | "other";

export type RecordAct =
  | "add"
  | "edit"
  | "make a rule"
  | "reclassify"
  | "archive"
  | "restore"
  | "delete"
  | "forget"
  | "undo"
  | "merge"
  | "supersede"
  | "expire"
  | "share";

type Row = Readonly<Record<Owner, Ruling>>;

const DONE: Row = { person: "done", agent: "done", other: "done" };
const REFUSED: Row = { person: "refused", agent: "refused", other: "refused" };
const PROPOSED: Row = { person: "proposed", agent: "proposed", other: "proposed" };
const ASK_THE_OWNER: Row = { person: "proposed", agent: "done", other: "done" };
const NOT_THE_PERSONS: Row = { person: "refused", agent: "done", other: "done" };

/** What others may do to a record of each owner; a person may do all of it. For a new record, the owner is the one it would have. */
const ON_RECORDS: Readonly<Record<Exclude<Caller, "person">, Readonly<Record<RecordAct, Row>>>> = {
  agent: {
    add: NOT_THE_PERSONS,
    edit: ASK_THE_OWNER,
    "make a rule": PROPOSED,
    reclassify: ASK_THE_OWNER,
    archive: ASK_THE_OWNER,
    restore: ASK_THE_OWNER,
    delete: ASK_THE_OWNER,
    forget: ASK_THE_OWNER,
    undo: NOT_THE_PERSONS,
    merge: NOT_THE_PERSONS,
    supersede: ASK_THE_OWNER,
    expire: REFUSED,
    share: REFUSED,
  },
  oldhand: {
    add: DONE,
    edit: REFUSED,
    "make a rule": PROPOSED,
    reclassify: REFUSED,
    archive: DONE,
    restore: REFUSED,
    delete: REFUSED,
    forget: REFUSED,
    undo: REFUSED,
    merge: DONE,
    supersede: DONE,
    expire: DONE,
    share: REFUSED,
  },
};

export type OtherAct =
  | "accept a repository's records"
  | "approve a command"
  | "approve a command, even a low-risk one"
  | "clear memory"
  | "confirm changed files"
  | "change settings"
  | "change safety settings"
  | "confirm that files were deleted"
  | "decide on suggestions"
  | "edit memory files"
  | "forget history"
  | "import an export"
  | "import a session from a file"
  | "install"
  | "look into other projects"
  | "change projects"
  | "sync"
  | "change how machines sync"
  | "accept a team's records"
  | "change a team"
  | "join or leave a team"
  | "route a project to a team";

/** What an agent may do besides; a person may do all of it. */
const AGENTS_OTHERWISE: Readonly<Record<OtherAct, Ruling>> = {
  "accept a repository's records": "refused",
  "approve a command": "refused",
  "approve a command, even a low-risk one": "refused",
  "clear memory": "refused",
  "confirm changed files": "refused",
  "change settings": "refused",
  "change safety settings": "refused",
  "confirm that files were deleted": "refused",
  "decide on suggestions": "refused",
  "edit memory files": "refused",
  "forget history": "refused",
  "import an export": "refused",
  "import a session from a file": "refused",
  install: "refused",
  "look into other projects": "refused",
  "change projects": "refused",
  sync: "refused",
  "change how machines sync": "refused",
  "accept a team's records": "refused",
  "change a team": "refused",
  "join or leave a team": "refused",
  "route a project to a team": "refused",
};

/** `unknown`: nothing marks an agent, and there is no terminal at which a person could be. */
export type PossibleCaller = Actor | "unknown";

/** What an unknown caller may do besides: a script's work that gives nothing authority and can be undone. */
const WITHOUT_TERMINAL: ReadonlySet<OtherAct> = new Set<OtherAct>([
  "approve a command, even a low-risk one",
  "change settings",
  "import an export",
  "import a session from a file",
  "look into other projects",
  "change projects",
  "sync",
]);

export function rulingOn(caller: Caller, act: RecordAct, record: Pick<MemoryRecord, "trust" | "accepted">): Ruling {
  return caller === "person" ? "done" : ON_RECORDS[caller][act][ownerOf(record)];
}

export function rulingFor(caller: PossibleCaller, act: OtherAct): Ruling {
  if (caller === "unknown") return WITHOUT_TERMINAL.has(act) ? "done" : "refused";
  return caller === "person" ? "done" : AGENTS_OTHERWISE[act];
}

export function ownerOf({ trust, accepted }: Pick<MemoryRecord, "trust" | "accepted">): Owner {
  if (trust === "person" || trust === "team" || accepted === true) return "person";
  return trust === "agent" ? "agent" : "other";
}

/** Whether a record counts only once a person has accepted it: what tells its reader to do something, whatever type it claims. */
export function needsAcceptance(record: MemoryRecord): boolean {
  if (record.trust === "person") return false;
  return record.trust === "agent" ? needsPerson(record) : isInstruction(record.type);
}

type States = { readonly before?: MemoryRecord | undefined; readonly after?: MemoryRecord | undefined };

/** The act that a change amounts to: no verb is a way around what adding the result would need. */
export function actOfChange(verb: Verb, { before, after }: States): RecordAct {
  const isRule =
    after !== undefined && ((after.accepted !== true && needsAcceptance(after)) || hasNewGuards(before, after));
  const { plain, bringsAbout } = ACTS[verb];
  if (isRule && bringsAbout) return "make a rule";
  return plain === "edit" && before?.type !== after?.type ? "reclassify" : plain;
}

function hasNewGuards(before: MemoryRecord | undefined, { guards }: MemoryRecord): boolean {
  return guards !== undefined && JSON.stringify(before?.guards) !== JSON.stringify(guards);
}

/** The act of each verb, and whether the verb brings about what the record then says. */
const ACTS: Readonly<Record<Verb, { readonly plain: RecordAct; readonly bringsAbout: boolean }>> = {
  add: { plain: "add", bringsAbout: true },
  import: { plain: "add", bringsAbout: true },
  update: { plain: "edit", bringsAbout: true },
  hand: { plain: "edit", bringsAbout: true },
  reclassify: { plain: "edit", bringsAbout: true },
  restore: { plain: "restore", bringsAbout: true },
  undo: { plain: "undo", bringsAbout: true },
  merge: { plain: "merge", bringsAbout: false },
  supersede: { plain: "supersede", bringsAbout: false },
  archive: { plain: "archive", bringsAbout: false },
  expire: { plain: "expire", bringsAbout: false },
  delete: { plain: "delete", bringsAbout: false },
  share: { plain: "share", bringsAbout: false },
};

/** What a change needs: the strictest ruling on the record as it was and as it would be. */
export function rulingOnChange(caller: Caller, verb: Verb, { before, after }: States): Ruling {
  const act = actOfChange(verb, { before, after });
  const rulings = [before, after].flatMap((record) => (record === undefined ? [] : [rulingOn(caller, act, record)]));
  return STRICTEST.find((ruling) => rulings.includes(ruling)) ?? "done";
}

const STRICTEST = ["refused", "proposed"] as const satisfies readonly Ruling[];
