/** Every body that a team's server and its clients exchange; both sides check what they get against these shapes. */
import { z } from "zod";
import { isId } from "../base/id.ts";
import { TEAM_ERRORS, type TeamErrorCode } from "./errors.ts";
import { nameProblem } from "./names.ts";
import { ROLES, TOKEN_SCOPES } from "./rights.ts";

export const WIRE_VERSION = 1;

/** Limits of one request. A record may be as large as its file. */
export const MOST_CHANGES = 500;
export const RECORD_CHARS = 131_072;
export const MOST_COMMITS = 100;
export const COMMIT_BYTES = 4 * 1024 * 1024;
export const BODY_BYTES = 64 * 1024;
/** One part of an import; a larger space is sent in several. */
export const IMPORT_BYTES = 16 * 1024 * 1024;
export const LONGEST_WAIT_SECONDS = 55;
export const CHANGES_PER_PAGE = 1000;

const body = <T extends z.ZodRawShape>(fields: T) =>
  z.strictObject({ schemaVersion: z.literal(WIRE_VERSION), ...fields });
/** An answer of a newer server may have more fields. */
const answer = <T extends z.ZodRawShape>(fields: T) => z.object({ schemaVersion: z.literal(WIRE_VERSION), ...fields });

const id = <P extends Parameters<typeof isId>[1]>(prefix: P) =>
  z.string().refine((text) => isId(text, prefix), `expected an id that starts with ${prefix}_`);
const line = (most: number) => z.string().trim().min(1).max(most);
/** In one form, so that equal names are equal. */
const name = (most: number) =>
  z
    .string()
    .normalize("NFKC")
    .trim()
    .min(1)
    .max(most)
    .superRefine((text, check) => {
      const message = nameProblem(text);
      if (message !== undefined) check.addIssue({ code: "custom", message });
    });
/** Seconds from now until something expires. */
const seconds = z
  .number()
  .int()
  .min(60)
  .max(366 * 86_400);
const version = z.string().regex(/^[0-9a-f]{64}$/, "expected a version");
const time = z.iso.datetime();
const role = z.enum(ROLES);
const scopes = z.array(z.enum(TOKEN_SCOPES)).min(1).max(TOKEN_SCOPES.length);

/** How a project is recognised elsewhere: no paths. */
export const evidenceShape = z.strictObject({
  name: line(80),
  rootCommits: z.array(z.string().regex(/^[0-9a-f]{40,64}$/)).max(20),
  remotes: z.array(z.string().min(1).max(500)).max(20),
});

const author = z.object({ id: id("mbr"), name: z.string() });
/** Who imported a record is its author; whose it was there is only what they say. */
const madeBy = author.extend({ importedAs: z.string().exactOptional() });
const spaceShape = z.object({ id: id("spc"), name: z.string(), review: z.boolean() });
export type WireSpace = z.output<typeof spaceShape>;
const memberShape = z.object({
  id: id("mbr"),
  name: z.string(),
  machine: z.string(),
  role,
  joined: time,
  /** Absent: still a member. */
  left: time.exactOptional(),
});

export const joinBody = body({ invitation: line(200), name: name(80), machine: name(80) });
export const joinAnswer = answer({ space: spaceShape, member: author, role, token: z.string() });
export type JoinAnswer = z.output<typeof joinAnswer>;

/** Signing in at an issuer: the browser opens `address`, and shows a code; the secret and the code get what joining gets. */
export const signInBody = body({ space: id("spc"), name: name(80), machine: name(80) });
export const signInAnswer = answer({
  address: z.string().regex(/^https?:\/\/\S+$/, "expected an address"),
  secret: z.string(),
  expires: time,
});
export const claimBody = body({ space: id("spc"), secret: line(200), code: line(20) });

export const spacesAnswer = answer({ spaces: z.array(spaceShape.extend({ role, member: id("mbr") })) });

/** A change that a client asks for. `base` is the version that it was made from; null: the record is new. */
const wantedChange = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("put"),
    id: id("rec"),
    base: version.nullable(),
    record: z.string().min(1).max(RECORD_CHARS),
    project: evidenceShape.exactOptional(),
  }),
  z.strictObject({ op: z.literal("remove"), id: id("rec"), base: version }),
]);

/** The same key always gets the same answer, so that a client can send again what it does not know the fate of. */
const commitKey = z.string().regex(/^[\w-]{8,100}$/, "expected 8 to 100 letters, digits, - and _");
const commit = { key: commitKey, changes: z.array(wantedChange).min(1).max(MOST_CHANGES) };
export const commitBody = body(commit);
export type CommitBody = Omit<z.output<typeof commitBody>, "schemaVersion">;
/** Each commit has its own key and its own answer: one that is refused does not hold up the others. */
export const commitsBody = body({ commits: z.array(z.strictObject(commit)).min(1).max(MOST_COMMITS) });

/** A change that happened. */
const madeChange = z.discriminatedUnion("op", [
  z.object({
    seq: z.number().int(),
    op: z.literal("put"),
    id: id("rec"),
    version,
    record: z.string(),
    /** The space's id for the project; `projects` has its evidence. */
    project: id("prj").exactOptional(),
    author: madeBy,
    at: time,
  }),
  z.object({
    seq: z.number().int(),
    op: z.literal("remove"),
    id: id("rec"),
    /** Erased: no copy of it may stay anywhere. */
    why: z.enum(["delete", "erase"]),
    /** A hash of its normalised statement (`tombstoneOf`), so that it is recognised if it comes back. */
    tombstone: z.string(),
    author,
    at: time,
  }),
]);

export const changesAnswer = answer({
  changes: z.array(madeChange),
  /** Evidence of every project that the changes name. */
  projects: z.array(evidenceShape.extend({ id: id("prj") })),
  cursor: z.string(),
  more: z.boolean(),
  /** The cursor is unknown here (the server was restored): these are all records from the beginning. */
  reset: z.boolean(),
  space: spaceShape,
});
export type ChangesAnswer = z.output<typeof changesAnswer>;

const placed = z.object({ id: id("rec"), version: version.nullable(), seq: z.number().int() });
const proposalRef = z.object({ id: id("prp"), record: id("rec") });
export const commitAnswer = z.discriminatedUnion("outcome", [
  answer({ outcome: z.literal("kept"), kept: z.array(placed) }),
  /** Nothing was changed; `now` has the records that were changed by somebody else (null: it is gone). */
  answer({ outcome: z.literal("conflict"), now: z.array(z.object({ id: id("rec"), version: version.nullable() })) }),
  answer({ outcome: z.literal("proposed"), proposals: z.array(proposalRef) }),
  /** Sending it again will not help. */
  answer({ outcome: z.literal("refused"), record: id("rec"), reason: z.string() }),
]);
export type CommitAnswer = z.output<typeof commitAnswer>;
/** In the order of the commits. */
export const commitsAnswer = answer({ answers: z.array(commitAnswer) });

const proposalShape = z.object({
  id: id("prp"),
  op: z.enum(["put", "remove"]),
  record: id("rec"),
  base: version.nullable(),
  /** The text that is proposed, and the text that is there now. */
  after: z.string().exactOptional(),
  before: z.string().exactOptional(),
  project: evidenceShape.exactOptional(),
  author,
  at: time,
});
export const proposalsAnswer = answer({ proposals: z.array(proposalShape) });
/** The reason of a rejection is for its author. */
export const REASON_CHARS = 300;
export const decisionBody = body({
  decision: z.enum(["accept", "reject"]),
  reason: line(REASON_CHARS).exactOptional(),
});
/** `conflict`: the record changed since; the proposal stays pending. */
export const decisionAnswer = answer({ outcome: z.enum(["accepted", "rejected", "conflict"]) });
/** What became of a member's own proposals; one that is not listed is not kept any more. */
export const ownProposalsAnswer = answer({
  proposals: z.array(
    z.object({
      id: id("prp"),
      status: z.enum(["pending", "accepted", "rejected", "replaced"]),
      by: z.string().exactOptional(),
      reason: z.string().exactOptional(),
    }),
  ),
});

/** Those that were still pending. */
export const withdrawnAnswer = answer({ withdrawn: z.array(id("prp")) });

export const membersAnswer = answer({ members: z.array(memberShape) });
export const invitationBody = body({ role, expires: seconds });
export const invitationAnswer = answer({ id: id("inv"), invitation: z.string(), role, expires: time });
export const memberBody = body({ role });
/** Who signs in with this e-mail, as verified by the issuer, is the member. */
export const bindBody = body({
  email: line(254)
    .toLowerCase()
    .regex(/^[^\s@]+@[^\s@]+$/, "expected an e-mail address"),
});
export const memberAnswer = answer({ member: memberShape });

const tokenShape = z.object({
  id: id("tok"),
  name: z.string(),
  /** The start of the token, to recognise it. */
  prefix: z.string(),
  scopes,
  created: time,
  expires: time.exactOptional(),
  used: time.exactOptional(),
  isCurrent: z.boolean(),
});
export const tokensAnswer = answer({ tokens: z.array(tokenShape) });
export const tokenBody = body({ name: name(80), scopes, expires: seconds.exactOptional() });
/** The only time that the token itself is shown. */
export const tokenAnswer = answer({ token: z.string(), id: id("tok"), prefix: z.string() });

const auditShape = z.object({
  seq: z.number().int(),
  at: time,
  act: z.string(),
  outcome: z.enum(["done", "refused"]),
  member: id("mbr").exactOptional(),
  name: z.string().exactOptional(),
  subject: z.string().exactOptional(),
  /** A code, never contents. */
  detail: z.string().exactOptional(),
  hash: z.string(),
});
/** `intact`: every row has the hash of its content and of the row before. */
export const auditAnswer = answer({
  rows: z.array(auditShape),
  next: z.number().int(),
  more: z.boolean(),
  intact: z.boolean(),
});

export const eraseBody = body({ id: id("rec") });
/** `waiting`: members whose clients have not yet fetched the erasure. */
export const eraseAnswer = answer({ outcome: z.literal("erased"), seq: z.number().int(), waiting: z.number().int() });

const days = z.number().int().min(1).max(36_500).nullable();
/** After how many days what is kept for so long is removed; null: never. */
export type Retention = Readonly<Record<"revisions" | "proposals" | "tombstones", number | null>>;
const someRetention = z.strictObject({
  revisions: days.exactOptional(),
  proposals: days.exactOptional(),
  tombstones: days.exactOptional(),
});
export const spaceBody = body({ review: z.boolean().exactOptional(), retention: someRetention.exactOptional() });
export const newSpaceBody = body({ name: line(80), review: z.boolean() });
/** The invitation makes a maintainer of the new space. */
export const newSpaceAnswer = answer({ space: spaceShape, invitation: z.string(), expires: time });

export const doneAnswer = answer({ outcome: z.literal("done") });
export const errorAnswer = z.object({
  error: z.object({ code: z.enum(Object.keys(TEAM_ERRORS) as [TeamErrorCode]), message: z.string() }),
});
