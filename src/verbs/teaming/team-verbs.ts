/** The verbs for spaces of teams; HTTP and its shapes are loaded only if one of these runs. */

import { isThere } from "../../store/files/durable-files.ts";
import type { CallContext } from "../call/call-context.ts";

export function teamVerbs(call: CallContext) {
  const spaces = async () => (await import("./space-verbs.ts")).spaceVerbs(call);
  const accepting = async () => (await import("./accept-verbs.ts")).acceptVerbs(call);
  const server = async () => (await import("./member-verbs.ts")).memberVerbs(call);
  return {
    /** Nothing is loaded if no space was joined. */
    isJoined: async () => isThere(call.home.teams) && (await spaces()).isJoined(),
    spaces: async () => (isThere(call.home.teams) ? (await spaces()).spaces() : []),
    space: async (name?: string) => (await spaces()).space(name),
    sync: async () =>
      isThere(call.home.teams) ? (await import("../exchange/spaces/exchange-all.ts")).exchangeWithAll(call) : [],
    seenRejections: async (of: Parameters<SpaceVerbs["seenRejections"]>[0]) => (await spaces()).seenRejections(of),
    create: async (...ask: Parameters<SpaceVerbs["create"]>) => (await spaces()).create(...ask),
    join: async (...ask: Parameters<SpaceVerbs["join"]>) => (await spaces()).join(...ask),
    signIn: async (...ask: Parameters<SpaceVerbs["signIn"]>) => (await spaces()).signIn(...ask),
    leave: async (name?: string) => (await spaces()).leave(name),
    route: async (...ask: Parameters<SpaceVerbs["route"]>) => (await spaces()).route(...ask),
    unroute: async () => (await spaces()).unroute(),
    acceptable: async (name?: string) => (await accepting()).acceptable(name),
    acceptSpace: async (...ask: Parameters<AcceptVerbs["acceptSpace"]>) => (await accepting()).acceptSpace(...ask),
    acceptRecords: async (ids: readonly string[]) => (await accepting()).acceptTeamRecords(ids),
    members: async (ask?: Parameters<MemberVerbs["members"]>[0]) => (await server()).members(ask),
    invite: async (ask: Parameters<MemberVerbs["invite"]>[0]) => (await server()).invite(ask),
    setRole: async (...ask: Parameters<MemberVerbs["setRole"]>) => (await server()).setRole(...ask),
    bindMember: async (...ask: Parameters<MemberVerbs["bindMember"]>) => (await server()).bindMember(...ask),
    removeMember: async (...ask: Parameters<MemberVerbs["removeMember"]>) => (await server()).removeMember(...ask),
    tokens: async (ask?: Parameters<MemberVerbs["tokens"]>[0]) => (await server()).tokens(ask),
    addToken: async (ask: Parameters<MemberVerbs["addToken"]>[0]) => (await server()).addToken(ask),
    revokeToken: async (...ask: Parameters<MemberVerbs["revokeToken"]>) => (await server()).revokeToken(...ask),
    proposals: async (ask?: Parameters<MemberVerbs["proposals"]>[0]) => (await server()).proposals(ask),
    decideProposal: async (...ask: Parameters<MemberVerbs["decideProposal"]>) =>
      (await server()).decideProposal(...ask),
    audit: async (ask?: Parameters<MemberVerbs["audit"]>[0]) => (await server()).audit(ask),
  };
}

type AcceptVerbs = ReturnType<typeof import("./accept-verbs.ts").acceptVerbs>;
type SpaceVerbs = ReturnType<typeof import("./space-verbs.ts").spaceVerbs>;
type MemberVerbs = ReturnType<typeof import("./member-verbs.ts").memberVerbs>;
