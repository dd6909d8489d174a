/** The table of all API routes; the event stream at `/api/live` is the only other API address. */
import type { Route } from "./route.ts";
import { historyRoutes } from "./routes/history.ts";
import { planRoutes } from "./routes/plans.ts";
import { recallRoutes } from "./routes/recall.ts";
import { recordRoutes } from "./routes/records.ts";
import { statusRoutes } from "./routes/status.ts";
import { suggestionRoutes } from "./routes/suggestions.ts";
import { workflowRoutes } from "./routes/workflows.ts";

export const ROUTES: readonly Route[] = [
  ...historyRoutes,
  ...planRoutes,
  ...suggestionRoutes,
  ...recordRoutes,
  ...recallRoutes,
  ...workflowRoutes,
  ...statusRoutes,
];
