/** The table of all routes; `/health`, `/v1/join` and `/v1/sign-in` are the only other addresses, and need no token. */
import type { Route } from "./route.ts";
import { auditRoutes, memberRoutes } from "./routes/members.ts";
import { proposalRoutes } from "./routes/proposals.ts";
import { recordRoutes } from "./routes/records.ts";
import { tokenRoutes } from "./routes/tokens.ts";

export const ROUTES: readonly Route[] = [
  ...recordRoutes,
  ...proposalRoutes,
  ...memberRoutes,
  ...tokenRoutes,
  ...auditRoutes,
];
