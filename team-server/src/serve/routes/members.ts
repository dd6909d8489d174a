/** Routes of members, of the space itself and of its audit: list, invite, change roles, remove, settings. */

import { z } from "zod";
import { DAY_MS, isoTime } from "../../../../src/core/base/clock.ts";
import { randomBytes } from "../../../../src/core/base/hash.ts";
import { newSecret } from "../../../../src/core/team/invitation.ts";
import {
  bindBody,
  IMPORT_BYTES,
  invitationBody,
  memberBody,
  newSpaceBody,
  spaceBody,
} from "../../../../src/core/team/wire.ts";
import { announceCommit } from "../../postgres/database.ts";
import { auditAfter, countDone } from "../../postgres/rows/audit.ts";
import { bindIdentity } from "../../postgres/rows/identities.ts";
import { addInvitation } from "../../postgres/rows/invitations.ts";
import {
  endMembership,
  findMember,
  hasOthers,
  isLastMaintainer,
  listMembers,
  setRole,
} from "../../postgres/rows/members.ts";
import { readSettings, writeSettings } from "../../postgres/rows/spaces.ts";
import { enterSpace } from "../../postgres/sign-in.ts";
import { exportLines, importLines } from "../../postgres/transfer.ts";
import { createSpaceIn, NO_SPACE_NAME, spaceName } from "../create-space.ts";
import { done, type Route, refuse, route } from "../route.ts";
import { outlives, outlivesReason } from "./tokens.ts";

/** Enough for a person, too little to fill a database with. */
const MOST_NEW_SPACES_A_DAY = 10;
const LAST = "A space needs a maintainer. Make another member one first: `oldhand team role MEMBER maintainer`.";

export const memberRoutes: readonly Route[] = [
  route("GET /v1/spaces", "read records", {}, async ({ as }) =>
    done({ spaces: [{ ...as.space, role: as.role, member: as.member.id }] }),
  ),

  route(
    "POST /v1/spaces",
    "create a space",
    { takes: newSpaceBody },
    async ({ tx, as, nowMs, newId, allowsNewSpaces }, { name, review }) => {
      if (!allowsNewSpaces)
        return refuse(
          "forbidden",
          "Members create no spaces on this server. Ask whoever runs it to run `oldhand-team create-space`.",
        );
      const clean = spaceName(name);
      if (clean === undefined) return refuse("invalid", NO_SPACE_NAME);
      const today = { act: "create a space", member: as.member.id, sinceMs: nowMs - DAY_MS };
      if ((await countDone(tx, as.space.id, today)) >= MOST_NEW_SPACES_A_DAY)
        return refuse("forbidden", `You created ${MOST_NEW_SPACES_A_DAY} spaces today. Try again tomorrow.`);
      const made = await createSpaceIn(tx, { name: clean, review, nowMs, newId });
      await enterSpace(tx, as.space.id);
      const { space, code: invitation, expires } = made;
      return done({ space, invitation, expires }, { subject: space.id });
    },
  ),

  route(
    "PATCH /v1/spaces/:space",
    "change the space",
    { takes: spaceBody },
    async ({ tx, as }, { review, retention }) => {
      const before = await readSettings(tx, as.space.id);
      const after = {
        space: { ...before.space, ...(review !== undefined && { review }) },
        retention: { ...before.retention, ...retention },
      };
      await writeSettings(tx, after);
      return done(after, { detail: `review ${after.space.review}` });
    },
  ),

  route("GET /v1/spaces/:space/members", "read members", {}, async ({ tx, as }) =>
    done({ members: await listMembers(tx, as.space.id) }, {}),
  ),

  route(
    "POST /v1/spaces/:space/invitations",
    "invite members",
    { takes: invitationBody },
    async ({ tx, as, nowMs, newId }, { role, expires }) => {
      const [id, invitation, expiresMs] = [newId("inv"), newSecret("ohi", randomBytes), nowMs + expires * 1000];
      if (outlives(as, expiresMs)) return refuse("forbidden", outlivesReason(as), { detail: "expiry" });
      await addInvitation(tx, as.space.id, { id, code: invitation, role, madeBy: as.member.id, nowMs, expiresMs });
      return done({ id, invitation, role, expires: isoTime(expiresMs) }, { subject: id, detail: role });
    },
  ),

  route(
    "PATCH /v1/spaces/:space/members/:member",
    "change members",
    { takes: memberBody },
    async ({ tx, as, params }, { role }) => {
      const member = await findMember(tx, as.space.id, params.member!);
      if (member === undefined || member.left !== undefined)
        return refuse("not-found", `This space has no member ${params.member}.`);
      if (role !== "maintainer" && (await isLastMaintainer(tx, as.space.id, member.id))) return refuse("invalid", LAST);
      await setRole(tx, as.space.id, member.id, role);
      return done({ member: { ...member, role } }, { subject: member.id, detail: role });
    },
  ),

  route(
    "POST /v1/spaces/:space/members/:member/sign-in",
    "change members",
    { takes: bindBody },
    async ({ tx, as, nowMs, params }, { email }) => {
      const member = await findMember(tx, as.space.id, params.member!);
      if (member === undefined || member.left !== undefined)
        return refuse("not-found", `This space has no member ${params.member}.`);
      await bindIdentity(tx, as.space.id, { member: member.id, email, nowMs });
      return done({ outcome: "done" }, { subject: member.id, detail: "sign-in" });
    },
  ),

  route(
    "DELETE /v1/spaces/:space/members/:member",
    "remove a member",
    {},
    async ({ tx, as, nowMs, params, isAllowed }) => {
      if (!isAllowed({ isOwn: params.member === as.member.id }))
        return refuse("forbidden", "Only a maintainer may remove other members.");
      const member = await findMember(tx, as.space.id, params.member!);
      if (member === undefined || member.left !== undefined)
        return refuse("not-found", `This space has no member ${params.member}.`);
      // Whoever is alone may go; then only whoever runs the server reaches the space.
      if ((await isLastMaintainer(tx, as.space.id, member.id)) && (await hasOthers(tx, as.space.id, member.id)))
        return refuse("invalid", LAST);
      await endMembership(tx, as.space.id, member.id, nowMs);
      // Whoever waits for changes is checked again.
      await announceCommit(tx, as.space.id);
      return done({ outcome: "done" }, { subject: member.id });
    },
  ),
];

export const auditRoutes: readonly Route[] = [
  route(
    "GET /v1/spaces/:space/audit",
    "read the audit",
    { query: { since: z.coerce.number().int().min(0).default(0) } },
    async ({ tx, as, query }) => {
      const page = await auditAfter(tx, as.space.id, query.since);
      return done({ ...page, next: page.rows.at(-1)?.seq ?? query.since }, { detail: `after ${query.since}` });
    },
  ),

  route("GET /v1/spaces/:space/export", "move the space", {}, async ({ tx, as }) => ({
    outcome: "lines",
    lines: exportLines(tx, as.space.id),
    audit: {},
  })),

  route(
    "POST /v1/spaces/:space/import",
    "move the space",
    { takes: "lines", mostBytes: IMPORT_BYTES },
    async ({ tx, as, nowMs }, lines) => {
      const result = await importLines(tx, { space: as.space.id, author: as.member.id, nowMs }, lines);
      if (result.outcome === "invalid") return refuse("invalid", result.reason);
      return done(result, { detail: `${result.added} added` });
    },
  ),
];
