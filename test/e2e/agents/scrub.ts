/** Removes machine details from a recorded line: paths, addresses, and most of the vendor's text. */
import { tmpdir } from "node:os";
import type { AgentDesk } from "./agent-desk.ts";

export type Scrub = (value: unknown) => unknown;

/** Long enough for every text of the stories. */
const LONGEST = 320;
const LONGEST_OF_HOST = 40;
const MOST_OF_HOST = 3;

export function scrubber({ home, model }: Pick<AgentDesk, "home" | "model">): Scrub {
  const places: readonly (readonly [string, string])[] = [
    [home, "/home/dev"],
    // Agents name folders after directories.
    [home.replace(/[^A-Za-z0-9]/g, "-"), "-home-dev"],
    [home.replace(/^\//, "").replace(/[\\/:]/g, "-"), "home-dev"],
    [model.origin, "http://127.0.0.1:4000"],
    [tmpdir(), "/tmp"],
  ];
  const plain = (text: string): string =>
    places
      .reduce((rest, [from, to]) => rest.replaceAll(from, to), text)
      .replace(/Linux \d[\w.+-]*/g, "Linux 6.8.0")
      .replace(/"?user_[0-9a-f]{64}[\w-]*"?/g, "user_0");
  const walk = (value: unknown, limits: { chars: number; items: number }): unknown => {
    if (typeof value === "string") {
      const text = plain(value);
      return text.length > limits.chars ? `${text.slice(0, limits.chars / 2)}…` : text;
    }
    if (Array.isArray(value)) return value.slice(0, limits.items).map((item) => walk(item, limits));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).slice(0, limits.items * 20);
    return Object.fromEntries(
      entries.map(([key, item]) => [plain(key), SCHEMAS.has(key) ? {} : walk(item, isHosts(key) ? HOST : limits)]),
    );
  };
  return (value) => walk(value, isHostsLine(value) ? HOST : { chars: LONGEST, items: Number.POSITIVE_INFINITY });
}

const HOST = { chars: LONGEST_OF_HOST, items: MOST_OF_HOST };

/** A line or field with the vendor's instructions to the agent. */
function isHostsLine(line: unknown): boolean {
  const { type, payload, message } = (line ?? {}) as Record<string, Record<string, unknown> | string | undefined>;
  const role = (payload as Record<string, unknown>)?.role ?? (message as Record<string, unknown>)?.role;
  return HOSTS_LINES.has(String(type)) || role === "system" || role === "developer";
}

const HOSTS_LINES = new Set(
  "attachment api-request api-request-blob api-request-shape session_meta turn_context world_state".split(" "),
);

/** Tool definitions are not part of a session. */
const SCHEMAS = new Set("schema input_schema parameters".split(" "));

function isHosts(field: string): boolean {
  return HOSTS_FIELDS.has(field);
}

const HOSTS_FIELDS = new Set("permission thread_settings usage rate_limits rendered".split(" "));
