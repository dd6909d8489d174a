/** Parses JSON from outside, for a schema that reports what it expected: undefined if it is not JSON. */

export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined; // no schema accepts it
  }
}
