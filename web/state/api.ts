/** Calls the API in JSON, for the project that is shown, and throws the server's error message. */
import { fetchApi } from "./access.ts";
import { shownPlace } from "./navigation.ts";

export type Fields = Readonly<Record<string, unknown>>;

export async function get<T>(path: string, fields: Fields = {}): Promise<T> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(withPlace(fields))) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return jsonOf<T>(await fetchApi(`${path}${text === "" ? "" : `?${text}`}`));
}

export async function post<T>(path: string, fields: Fields = {}): Promise<T> {
  return jsonOf<T>(await fetchApi(path, { method: "POST", body: JSON.stringify(withPlace(fields)) }));
}

function withPlace(fields: Fields): Fields {
  return shownPlace.value === undefined ? fields : { in: shownPlace.value, ...fields };
}

async function jsonOf<T>(response: Response): Promise<T> {
  const json = await response.json();
  if (!response.ok) throw new Error(json.error?.message ?? `The server answered with status ${response.status}.`);
  return json as T;
}
