/** The table of all API routes, and the answer to a request that has passed the guard; `/api/live` and `/api/login` are the only other addresses. */
import { z } from "zod";
import { type ErrorCode, OldhandError } from "../core/base/error.ts";
import { parseJson } from "../core/base/parse-json.ts";
import type { Login } from "./login.ts";
import type { Route } from "./route.ts";
import { historyRoutes } from "./routes/history.ts";
import { planRoutes } from "./routes/plans.ts";
import { recallRoutes } from "./routes/recall.ts";
import { recordRoutes } from "./routes/records.ts";
import { settingRoutes } from "./routes/settings.ts";
import { statusRoutes } from "./routes/status.ts";
import { suggestionRoutes } from "./routes/suggestions.ts";
import { teamRoutes } from "./routes/team.ts";
import type { ServerState } from "./server-state.ts";

export const ROUTES: readonly Route[] = [
  ...historyRoutes,
  ...planRoutes,
  ...recordRoutes,
  ...suggestionRoutes,
  ...recallRoutes,
  ...settingRoutes,
  ...statusRoutes,
  ...teamRoutes,
];

type ApiRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly page: string;
  readonly body: string | undefined;
};

type ApiAnswer = { readonly status: number; readonly json: object };

const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  usage: 400,
  invalid: 400,
  "not-found": 404,
  ambiguous: 409,
  conflict: 409,
  "read-only": 409,
  busy: 503,
};

const BY_NAME = new Map(ROUTES.map((route) => [`${route.method} ${route.path}`, route]));

export async function answerRequest(
  { method, path, query, page, body }: ApiRequest,
  state: ServerState,
): Promise<ApiAnswer> {
  const route = BY_NAME.get(`${method} ${path}`);
  if (route === undefined) return { status: 404, json: errorBody("not-found", `No route matches ${method} ${path}.`) };
  const parsed = route.takes.safeParse(method === "GET" ? Object.fromEntries(query) : parseJson(body));
  if (!parsed.success) return { status: 400, json: errorBody("usage", z.prettifyError(parsed.error)) };
  const { in: shown, ...input } = parsed.data as { in?: string };
  try {
    const json = await state.withMemory(shown, (memory, at) =>
      route.run({ memory, state, ...at, shown, page }, input as never),
    );
    if (method === "POST") state.live.checkNow();
    return { status: 200, json };
  } catch (error) {
    if (!(error instanceof OldhandError))
      return {
        status: 500,
        json: errorBody("io", "The request failed. Run `oldhand doctor` to check for problems."),
      };
    return { status: STATUS[error.code] ?? 500, json: errorBody(error.code, error.message) };
  }
}

const loginFields = z.strictObject({ key: z.string() });

export function answerLogin(body: string | undefined, login: Login): ApiAnswer {
  const parsed = loginFields.safeParse(parseJson(body));
  if (!parsed.success) return { status: 400, json: errorBody("usage", z.prettifyError(parsed.error)) };
  const exchanged = login.exchange(parsed.data.key);
  if (exchanged === "wrong")
    return { status: 401, json: errorBody("refused", "This address was already used or has expired.") };
  if ("token" in exchanged) return { status: 200, json: exchanged };
  const seconds = Math.ceil(exchanged.waitMs / 1000);
  return { status: 429, json: errorBody("refused", `Too many wrong keys. Try again in ${seconds} s.`) };
}

export function errorBody(
  code: ErrorCode | "refused",
  message: string,
): { readonly error: { readonly code: string; readonly message: string } } {
  return { error: { code, message } };
}
