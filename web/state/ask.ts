/** Speaks to the server: asks and tells in JSON, for the project that is shown, and passes on in words what went wrong. */
import { signal } from "@preact/signals";

/** The directory whose project is shown; undefined: where the server was started. */
export const shownDir = signal<string | undefined>(undefined);

export type Fields = Readonly<Record<string, unknown>>;

export async function ask<T>(path: string, fields: Fields = {}): Promise<T> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(placed(fields))) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return read<T>(await fetch(`/api/${path}${text === "" ? "" : `?${text}`}`));
}

export async function tell<T>(path: string, fields: Fields = {}): Promise<T> {
  const headers = { "content-type": "application/json", "x-oldhand-page": "1" };
  return read<T>(await fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(placed(fields)) }));
}

function placed(fields: Fields): Fields {
  return shownDir.value === undefined ? fields : { ...fields, dir: shownDir.value };
}

async function read<T>(response: Response): Promise<T> {
  const json = await response.json();
  if (!response.ok) throw new Error(json.error?.says ?? "The server did not answer.");
  return json as T;
}
