/** Membership of spaces: join and leave one, route a project to it, and see how things stand. */
import { userInfo } from "node:os";
import { OldhandError } from "../../../core/base/error.ts";
import type { Change, Kept } from "../../../core/ports.ts";
import type { ProjectId } from "../../../core/record/record.ts";
import { screen, screenName } from "../../../core/screen/clean.ts";
import type { TeamErrorCode } from "../../../core/team/errors.ts";
import { readInvitationLink, readSignInLink, type SignInLink } from "../../../core/team/invitation.ts";
import type { JoinAnswer } from "../../../core/team/wire.ts";
import { count } from "../../../core/text/wording.ts";
import { othersPaths, spaceFolder } from "../../../store/files/record-folder.ts";
import { readSpaces, type Space, writeSpace, writeToken } from "../../../store/replicate/team/space-files.ts";
import { teamClient } from "../../../store/replicate/team/team-client.ts";
import {
  actorOf,
  type CallContext,
  changedBy,
  demandPerson,
  demandProject,
  ensureRegistered,
} from "../../call/call-context.ts";
import { commitChanges } from "../../call/commit-changes.ts";
import { inFolders } from "../../call/open-for-writing.ts";
import { exchangeWith, type SpaceResult } from "../../exchange/spaces/exchange-with.ts";
import { isNoMember } from "../../exchange/spaces/membership.ts";
import { evidenceOf } from "../../exchange/spaces/outgoing-changes.ts";
import { askOf, clientOf, demandAnswer, LIMIT_MS, namedSpace } from "./ask-server.ts";
import { removeSpace } from "./remove-space.ts";
import { type SpaceView, spaceView } from "./space-view.ts";

type CreateAsk = {
  readonly review?: boolean;
  /** A space on the server that is to have it; without one, the only space. */
  readonly at?: string | undefined;
};

type JoinAsk = { readonly name?: string | undefined; readonly machine?: string | undefined };

/** Creates a space on the server of one that this person maintains, and joins it, where the server allows it. */
export async function create(call: CallContext, name: string, { review = false, at }: CreateAsk = {}): Promise<Joined> {
  demandPerson(call.env, "change a team");
  const from = namedSpace(call, at);
  const made = await askOf(call, from, (client) => client.createSpace({ name, review }));
  const client = teamClient({ url: from.url, limitMs: LIMIT_MS });
  const names = namesFrom({ name: from.member.name });
  return enterSpace(call, from.url, demandAnswer(await client.join({ invitation: made.invitation, ...names })));
}

/** Takes an invitation: the space's records arrive, and count once the space is accepted. */
export async function join(call: CallContext, link: string, ask: JoinAsk = {}): Promise<Joined> {
  demandPerson(call.env, "join or leave a team");
  const invitation = readInvitationLink(link);
  if (invitation === undefined)
    throw new OldhandError(
      "invalid",
      "That is not an invitation. Copy the whole link, such as https://memory.example.org/#ohi_…, in quotes.",
    );
  demandSafe(invitation.url);
  const client = teamClient({ url: invitation.url, limitMs: LIMIT_MS });
  const answered = await client.join({ invitation: invitation.code, ...namesFrom(ask) });
  return enterSpace(call, invitation.url, demandAnswer(answered));
}

/** Starts a sign-in at the issuer of the space's server. The browser shows a code, which finishes it. */
export async function signIn(call: CallContext, link: string, ask: JoinAsk = {}): Promise<SignIn> {
  demandPerson(call.env, "join or leave a team");
  const { url, space } = demandSignInLink(link);
  const client = teamClient({ url, limitMs: LIMIT_MS });
  const { address, secret } = demandAnswer(await client.startSignIn({ space, ...namesFrom(ask) }));
  return {
    address,
    async finish(code) {
      const answered = await client.claimToken({ space, secret, code });
      if (answered.outcome === "refused" && TRY_AGAIN.has(answered.code))
        return { outcome: "again", reason: answered.reason };
      const joined = demandAnswer(answered);
      if (joined.space.id !== space) throw new OldhandError("invalid", `${url} answered for another space.`);
      return { outcome: "joined", ...(await enterSpace(call, url, joined)) };
    },
  };
}

/** Ends the membership and takes everything of the space out of this machine. */
export async function leave(
  call: CallContext,
  name?: string,
): Promise<{ readonly space: string; readonly kept: number; readonly told: boolean }> {
  demandPerson(call.env, "join or leave a team");
  const space = namedSpace(call, name);
  // What was not sent yet may still be; offline, what only this machine has stays here.
  const last = await exchangeWith(call, space, { limitMs: LIMIT_MS }).catch(() => undefined);
  if (last?.isRemoved === true) return { space: space.name, kept: 0, told: true };
  const answered = await clientOf(call, space, LIMIT_MS).removeMember(space.id, space.member.id);
  // The last maintainer among others stays; whoever is no member any more may go.
  if (answered.outcome === "refused" && !isNoMember(answered) && answered.code !== "not-found")
    throw new OldhandError("invalid", answered.reason);
  const { kept } = await removeSpace(call, space);
  return { space: space.name, kept, told: answered.outcome !== "unreachable" };
}

/** Sends what is written in this project from now on to a space; nothing is written into the repository. */
export async function route(
  call: CallContext,
  name: string,
  ask: { readonly existing?: boolean } = {},
): Promise<Routed> {
  demandPerson(call.env, "route a project to a team");
  const { id, name: project } = demandProject(call);
  const space = namedSpace(call, name);
  if (space.role === "viewer")
    throw new OldhandError("invalid", `You can only read ${space.name}. Ask a maintainer for the role of a writer.`);
  if (call.place.shared)
    throw new OldhandError(
      "invalid",
      "This project's records are shared in its repository. Run `oldhand project unshare` first.",
    );
  ensureRegistered(call);
  const evidence = evidenceOf(call.store, id);
  if (evidence === undefined || evidence.rootCommits.length + evidence.remotes.length === 0)
    throw new OldhandError(
      "invalid",
      "Teammates recognise a project by its first commit or its remotes, and this one has neither. Commit something first.",
    );
  setRoute(call, id, space);
  const own = await ownRecords(call);
  const moved = ask.existing === true ? await moveIn(call, own, space) : 0;
  return { space: space.name, project, moved, private: own.length - moved };
}

/** Keeps what is written in this project from now on on this machine. */
export function unroute(call: CallContext): { readonly project: string; readonly space: string | undefined } {
  demandPerson(call.env, "route a project to a team");
  const { id, name: project } = demandProject(call);
  const space = readSpaces(call.home).find(({ routed }) => routed.includes(id));
  setRoute(call, id, undefined);
  return { project, space: space?.name };
}

/** Every joined space with what waits. */
export function spaces(call: CallContext): readonly SpaceView[] {
  return readSpaces(call.home).map((space) => spaceView(call, space));
}

/** One of them, by its name or id; without one, the only space. */
export function space(call: CallContext, name?: string): SpaceView {
  return spaceView(call, namedSpace(call, name));
}

/** The person saw these rejections: they are news no longer. */
export function seenRejections(call: CallContext, views: readonly SpaceView[]): void {
  if (actorOf(call.env) !== "person") return;
  for (const { id, proposals } of views) {
    const rejected = proposals.filter(({ state }) => state === "rejected");
    call.store.remotes.setTold(
      id,
      rejected.map(({ record }) => record),
    );
  }
}
type Joined = { readonly space: SpaceView; readonly result: SpaceResult };

export type SignIn = {
  /** Where the person signs in. */
  readonly address: string;
  /** `again`: not signed in yet, or another code. */
  finish(
    code: string,
  ): Promise<({ readonly outcome: "joined" } & Joined) | { readonly outcome: "again"; readonly reason: string }>;
};

const TRY_AGAIN: ReadonlySet<TeamErrorCode> = new Set<TeamErrorCode>(["invalid", "conflict"]);

function demandSignInLink(link: string): SignInLink {
  const found = readSignInLink(link);
  if (found === undefined)
    throw new OldhandError(
      "invalid",
      "That is not a link for signing in. Copy the whole link, such as https://memory.example.org/#spc_…, in quotes.",
    );
  demandSafe(found.url);
  return found;
}

function namesFrom({ name, machine }: JoinAsk): { readonly name: string; readonly machine: string } {
  return { name: memberName(name ?? userInfo().username), machine: memberName(machine ?? process.platform) };
}

/** Keeps the token, and fetches the space's records. */
async function enterSpace(call: CallContext, url: string, joined: JoinAnswer): Promise<Joined> {
  const { space, member, role, token } = joined;
  const before = readSpaces(call.home).find(({ id }) => id === space.id);
  // A server can claim any id; it must not take the place of another one.
  if (before !== undefined && before.url !== url)
    throw new OldhandError(
      "conflict",
      `That server names the space ${before.name}, which you joined at ${before.url}. If it moved, run \`oldhand team leave ${before.name}\` first.`,
    );
  const entry: Space = {
    id: space.id,
    name: screenName(space.name),
    url,
    member: { id: member.id, name: screenName(member.name) },
    role,
    review: space.review,
    routed: before?.routed ?? [],
  };
  // The token first: a space without one could not be used.
  writeToken(call.home, space.id, token);
  writeSpace(call.home, entry);
  const first = await exchangeWith(call, entry, { limitMs: LIMIT_MS });
  // The first exchange says which projects the space has; the one here may be among them.
  const result = first.waiting > 0 ? await exchangeWith(call, entry, { limitMs: LIMIT_MS }) : first;
  return { space: spaceView(call, entry), result };
}

export type Routed = {
  readonly space: string;
  readonly project: string;
  /** Existing records that go to the space too. */
  readonly moved: number;
  /** Existing records that stay on this machine. */
  readonly private: number;
};

/** A token may cross only an encrypted connection, or none at all. */
function demandSafe(url: string): void {
  const { protocol, hostname: host } = new URL(url);
  if (protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(host)) return;
  throw new OldhandError(
    "invalid",
    `${url} is not encrypted, so anybody on the way could read the token. Ask for a link that starts with https.`,
  );
}

function memberName(name: string): string {
  const clean = screen(name).text.trim().slice(0, 80);
  if (clean !== "") return clean;
  throw new OldhandError("invalid", "Give the name that teammates see: --name NAME.");
}

function setRoute({ home, store }: CallContext, project: ProjectId, to: Space | undefined): void {
  store.state.write(() => {
    for (const space of readSpaces(home)) {
      const others = space.routed.filter((id) => id !== project);
      const routed = space.id === to?.id ? [...others, project] : others;
      if (routed.length !== space.routed.length) writeSpace(home, { ...space, routed });
    }
  });
}

/** The project's records in the person's own folder that the person wrote or accepted. */
async function ownRecords({ search, store }: CallContext): Promise<readonly Kept[]> {
  const theirs = othersPaths(store.folders);
  const all = await search.where({ scopes: ["project"] });
  return all.filter(
    ({ record, file }) =>
      (record.trust === "person" || record.accepted === true) && !theirs.some((path) => file.startsWith(path)),
  );
}

async function moveIn(call: CallContext, own: readonly Kept[], space: Space): Promise<number> {
  const { env, config, home } = call;
  const { id: project } = demandProject(call);
  const folders = [
    ...call.store.folders.filter((folder) => folder.space !== space.id),
    spaceFolder(home, space, { project, takesNew: true }),
  ];
  const why = { verb: "share" as const, ...changedBy(env) };
  return inFolders(call, folders, async (store) => {
    for (const { record, version } of own) {
      const change: Change = { op: "put", record, base: version, into: "space", why };
      if ((await commitChanges({ env, config, store }, [change])).outcome === "conflict")
        throw new OldhandError(
          "conflict",
          `${count(own.length, "record")} were to be sent, and one changed. Try again.`,
        );
    }
    return own.length;
  });
}
