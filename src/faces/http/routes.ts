/** All API routes, and the answer to a request that has passed the guard; `/api/live` and `/api/login` are the only other addresses. */
import { z } from "zod";
import { type ErrorCode, OldhandError } from "../../core/base/error.ts";
import { parseJson } from "../../core/base/parse-json.ts";
import { VERBS } from "../../verbs/all-verbs.ts";
import type { Login } from "./login.ts";
import { type Route, routeOf } from "./route.ts";
import { historyRoutes } from "./routes/history.ts";
import { planRoutes } from "./routes/plans.ts";
import { recallRoutes, recordRoutes } from "./routes/records.ts";
import { settingRoutes } from "./routes/settings.ts";
import { statusRoutes } from "./routes/status.ts";
import { suggestionRoutes } from "./routes/suggestions.ts";
import { teamRoutes } from "./routes/team.ts";
import type { ServerState } from "./server-state.ts";

const VIEWS: readonly Route[] = [
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

export function allRoutes(): readonly Route[] {
  return [...VERBS.flatMap((verb) => routeOf(verb) ?? []), ...VIEWS];
}

export async function answerRequest(
  { method, path, query, page, body }: ApiRequest,
  state: ServerState,
): Promise<ApiAnswer> {
  const route = allRoutes().find((one) => one.method === method && one.path === path);
  if (route === undefined) return { status: 404, json: errorBody("not-found", `No route matches ${method} ${path}.`) };
  try {
    const { in: shown, ...input } = route.check(method === "GET" ? Object.fromEntries(query) : parseJson(body));
    const json = await state.withMemory(shown, (memory, at) => route.run({ memory, state, ...at, shown, page }, input));
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
