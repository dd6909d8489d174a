/** What clients show of a team, as plain types: the library's users need no schema package to read them. */
import type { Id } from "../base/id.ts";
import type { ProjectId } from "../record/record.ts";
import type { MemberId, MemberRole, ProposalId, TokenId, TokenScope } from "./rights.ts";

/** How a project is recognised elsewhere: no paths. */
export type ProjectEvidence = {
  readonly name: string;
  readonly rootCommits: string[];
  readonly remotes: string[];
};

/** A change that a client asks for. `base` is the version that it was made from; null: the record is new. */
export type SentChange =
  | {
      readonly op: "put";
      readonly id: Id<"rec">;
      readonly base: string | null;
      readonly record: string;
      readonly project?: ProjectEvidence;
    }
  | { readonly op: "remove"; readonly id: Id<"rec">; readonly base: string };

export type CommitsBody = { readonly commits: { readonly key: string; readonly changes: SentChange[] }[] };

/** A change that happened. */
export type MadeChange = { readonly seq: number; readonly id: Id<"rec">; readonly at: string } & (
  | {
      readonly op: "put";
      readonly version: string;
      readonly record: string;
      /** The space's id for the project. */
      readonly project?: ProjectId;
      readonly author: { readonly id: MemberId; readonly name: string; readonly importedAs?: string };
    }
  | {
      readonly op: "remove";
      /** Erased: no copy of it may stay anywhere. */
      readonly why: "delete" | "erase";
      readonly tombstone: string;
      readonly author: { readonly id: MemberId; readonly name: string };
    }
);

export type WireMember = {
  readonly id: MemberId;
  readonly name: string;
  readonly machine: string;
  readonly role: MemberRole;
  readonly joined: string;
  /** Absent: still a member. */
  readonly left?: string;
};

export type WireProposal = {
  readonly id: ProposalId;
  readonly op: "put" | "remove";
  readonly record: Id<"rec">;
  readonly base: string | null;
  /** The text that is proposed, and the text that is there now. */
  readonly after?: string;
  readonly before?: string;
  readonly project?: ProjectEvidence;
  readonly author: { readonly id: MemberId; readonly name: string };
  readonly at: string;
};

export type WireToken = {
  readonly id: TokenId;
  readonly name: string;
  /** The start of the token, to recognise it. */
  readonly prefix: string;
  readonly scopes: TokenScope[];
  readonly created: string;
  readonly expires?: string;
  readonly used?: string;
  readonly isCurrent: boolean;
};

export type WireAudit = {
  readonly seq: number;
  readonly at: string;
  readonly act: string;
  readonly outcome: "done" | "refused";
  readonly member?: MemberId;
  /** The name of the member; of somebody who joins it is the only one. */
  readonly name?: string;
  readonly subject?: string;
  /** A code, never contents. */
  readonly detail?: string;
  readonly hash: string;
};
