/** Calls the API in JSON, for the project that is shown, and throws the server's error message. */
import { signal } from "@preact/signals";
import { fetchApi } from "./access.ts";

/** The directory whose project is shown; undefined: the one the server was started in. */
export const shownDir = signal<string | undefined>(undefined);

export type Fields = Readonly<Record<string, unknown>>;

export async function get<T>(path: string, fields: Fields = {}): Promise<T> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(withDir(fields))) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return jsonOf<T>(await fetchApi(`${path}${text === "" ? "" : `?${text}`}`));
}

export async function post<T>(path: string, fields: Fields = {}): Promise<T> {
  return jsonOf<T>(await fetchApi(path, { method: "POST", body: JSON.stringify(withDir(fields)) }));
}

function withDir(fields: Fields): Fields {
  return shownDir.value === undefined ? fields : { ...fields, dir: shownDir.value };
}

async function jsonOf<T>(response: Response): Promise<T> {
  const json = await response.json();
  if (!response.ok) throw new Error(json.error?.message ?? `The server answered with status ${response.status}.`);
  return json as T;
}
