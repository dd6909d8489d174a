/** The way to a model's server: follows no redirect, takes no endless answer, and remembers what the server said. */

export type Fetch = typeof globalThis.fetch;

/** What came over the wire, whatever a provider's library makes of it. */
export type Seen = {
  status?: number;
  /** How long the server asks to be left alone. */
  retryAfterMs?: number;
  isTooLong: boolean;
};

export type WatchedFetch = { readonly fetch: Fetch; readonly seen: Readonly<Seen> };

const LONGEST_ANSWER_BYTES = 2 * 1024 * 1024;

/** The signal is watched here because not every library hands it on. */
export function watchedFetch(fetch: Fetch, signal: AbortSignal): WatchedFetch {
  const seen: Seen = { isTooLong: false };
  const watched: Fetch = async (input, init) => {
    // A server that sends us elsewhere would have the words of a session sent there too.
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
  return { fetch: watched, seen };
}

/** Both forms that servers use; a date is left to our own pause, so that no clock is asked. */
function pauseAsked(headers: Headers): number | undefined {
  const ms = Number(headers.get("retry-after-ms") ?? Number.NaN);
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const asked = Number.isFinite(ms) ? ms : seconds * 1000;
  return Number.isFinite(asked) && asked >= 0 ? asked : undefined;
}
