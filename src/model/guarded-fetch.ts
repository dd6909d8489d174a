/** `fetch` for model servers: no redirects, limited answer size, and it records status and retry headers. */

export type Fetch = typeof globalThis.fetch;

/** What the server answered, whatever a provider's library makes of it. */
export type Seen = {
  status?: number;
  /** How long the server asks to wait. */
  retryAfterMs?: number;
  isTooLong: boolean;
};

export type GuardedFetch = { readonly fetch: Fetch; readonly seen: Readonly<Seen> };

const LONGEST_ANSWER_BYTES = 2 * 1024 * 1024;

/** Applies the signal here because not every library passes it on. */
export function guardedFetch(fetch: Fetch, signal: AbortSignal): GuardedFetch {
  const seen: Seen = { isTooLong: false };
  const guarded: Fetch = async (input, init) => {
    // A redirect would send the text of a session to another server.
    const signals = init?.signal ? [signal, init.signal] : [signal];
    const response = await fetch(input, { ...init, signal: AbortSignal.any(signals), redirect: "error" });
    seen.status = response.status;
    const retryAfterMs = pauseAsked(response.headers);
    if (retryAfterMs !== undefined) seen.retryAfterMs = retryAfterMs;
    if (response.body === null) return response;
    let bytes = 0;
    const limited = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          seen.isTooLong ||= bytes > LONGEST_ANSWER_BYTES;
          if (seen.isTooLong) controller.error(new Error("The answer is too long."));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(limited, { status, statusText, headers });
  };
  return { fetch: guarded, seen };
}

/** Both forms that servers use; a date is ignored, because this file reads no clock. */
function pauseAsked(headers: Headers): number | undefined {
  const ms = Number(headers.get("retry-after-ms") ?? Number.NaN);
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const asked = Number.isFinite(ms) ? ms : seconds * 1000;
  return Number.isFinite(asked) && asked >= 0 ? asked : undefined;
}
