/** Parses JSON from outside: undefined if the text is not JSON, which the caller reports. */

export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined; // the caller reports it
  }
}
