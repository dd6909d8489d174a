/** Reads what a host writes, as far as it is needed: some hosts never close it, and some write more than anybody reads. */

const MOST_BYTES = 16 * 1024 * 1024;

/** As soon as what has come makes sense to the reader, that is all; undefined where it never does. */
export function standardInput<T>(
  read: (text: string) => T | undefined,
  { whole = false }: { whole?: boolean } = {},
): Promise<T | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const input = process.stdin;
    const sense = (): T | undefined => (bytes > MOST_BYTES ? undefined : read(Buffer.concat(chunks).toString("utf8")));
    const end = (): void => resolve(sense());
    input.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      // The rest is taken off the host's hands all the same: a pipe that breaks would be the host's trouble.
      if (bytes <= MOST_BYTES) chunks.push(chunk);
      if (whole || !isEndOfObject(chunk)) return;
      const made = sense();
      if (made !== undefined) resolve(made);
    });
    input.on("end", end);
    input.on("error", end);
  });
}

const CLOSING_BRACE = 0x7d;

function isEndOfObject(chunk: Buffer): boolean {
  let last = chunk.length - 1;
  while (last >= 0 && chunk[last]! <= 0x20) last -= 1;
  return chunk[last] === CLOSING_BRACE;
}
