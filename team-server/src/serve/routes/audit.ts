/** Routes for the audit, and for moving a space whole. */
import { z } from "zod";
import { IMPORT_BYTES } from "../../../../src/core/team/wire.ts";
import { auditAfter } from "../../postgres/rows/audit.ts";
import { exportLines, importLines } from "../../postgres/transfer.ts";
import { done, type Route, refuse, route } from "../route.ts";

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
