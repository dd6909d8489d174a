/** The table of all routes; `/health`, `/v1/join` and `/v1/sign-in` are the only other addresses, and need no token. */
import type { Route } from "./route.ts";
import { auditRoutes } from "./routes/audit.ts";
import { memberRoutes } from "./routes/members.ts";
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

export type MatchedRoute = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

export function matchRoute(method: string, path: string): MatchedRoute | undefined {
  const parts = path.split("/");
  for (const route of ROUTES) {
    const wanted = route.path.split("/");
    if (route.method !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((part, at) => part.startsWith(":") || part === parts[at])) continue;
    const named = wanted.flatMap((part, at) => (part.startsWith(":") ? [[part.slice(1), parts[at] ?? ""]] : []));
    return { route, params: Object.fromEntries(named) };
  }
  return undefined;
}
