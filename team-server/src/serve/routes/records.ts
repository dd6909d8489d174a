/** Routes of records: what changed, committing changes, a record's history, erasing one. */
import { z } from "zod";
import { isoTime } from "../../../../src/core/base/clock.ts";
import {
  COMMIT_BYTES,
  commitBody,
  commitsBody,
  eraseBody,
  LONGEST_WAIT_SECONDS,
} from "../../../../src/core/team/wire.ts";
import { changesSince } from "../../postgres/changes.ts";
import { creatorOf, eraseRecord } from "../../postgres/erase.ts";
import { recordsIn } from "../../postgres/records.ts";
import { countBehind, noteRead } from "../../postgres/rows/tokens.ts";
import { commitChanges, commitEach } from "../commit.ts";
import { done, type Route, refuse, route } from "../route.ts";

export const recordRoutes: readonly Route[] = [
  route(
    "GET /v1/spaces/:space/changes",
    "read records",
    {
      query: {
        since: z.string().max(60).default(""),
        wait: z.coerce.number().int().min(0).max(LONGEST_WAIT_SECONDS).default(0),
      },
    },
    async ({ tx, as, nowMs, query }) => {
      const { seq, ...page } = await changesSince(tx, as.space.id, query.since);
      const isEmpty = page.changes.length === 0 && !page.reset;
      if (!isEmpty) await noteRead(tx, as.space.id, { token: as.token, seq, nowMs });
      // Following a space is what its members do all day; a whole copy of it is what an auditor asks about.
      const isWhole = !isEmpty && (query.since === "" || page.reset);
      return { ...done({ ...page, space: as.space }, isWhole ? { detail: "all records" } : undefined), isEmpty };
    },
  ),

  route(
    "POST /v1/spaces/:space/commit",
    "write records",
    { takes: commitBody, mostBytes: COMMIT_BYTES },
    commitChanges,
  ),

  route("POST /v1/spaces/:space/commits", "write records", { takes: commitsBody, mostBytes: COMMIT_BYTES }, commitEach),

  route("GET /v1/spaces/:space/history/:record", "read records", {}, async ({ tx, as, nowMs, params }) => {
    const records = recordsIn(tx, { space: as.space.id, author: as.member.id, nowMs });
    const revisions = await records.history(params.record!);
    const shown = revisions.map(({ seq, atMs, why, before, after }) => ({
      seq,
      at: isoTime(atMs),
      ...why,
      ...(before !== undefined && { before: before.text }),
      ...(after !== undefined && { after: after.text }),
    }));
    return done({ revisions: shown }, { subject: params.record!, detail: "history" });
  }),

  route(
    "POST /v1/spaces/:space/erase",
    "erase a record",
    { takes: eraseBody },
    async ({ tx, as, nowMs, isAllowed }, { id }) => {
      const space = as.space.id;
      const createdBy = await creatorOf(tx, space, id);
      if (!isAllowed({ isOwn: createdBy === as.member.id }))
        return refuse("forbidden", "Only its author or a maintainer may erase a record.", {
          subject: id,
          detail: "forbidden",
        });
      if (createdBy === undefined) return refuse("not-found", `This space has no record ${id}.`);
      const seq = await eraseRecord(tx, { space, author: as.member.id, nowMs }, { id, createdBy });
      return done({ outcome: "erased", seq, waiting: await countBehind(tx, space, seq) }, { subject: id });
    },
  ),
];
