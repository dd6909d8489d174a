/** Cuts a file that arrives in pieces into lines, holding no more than one line at a time. */
import { LONGEST_BYTES } from "./history-entry.ts";

/** A line without its end, or `undefined` for one that is longer than is read. */
export function* linesOf(chunks: Iterable<Buffer>): Generator<Buffer | undefined> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const finish = (last: Buffer): Buffer | undefined => {
    const isTooLong = restBytes + last.length > LONGEST_BYTES;
    const line = restBytes === 0 ? last : Buffer.concat([...rest, last]);
    rest = [];
    restBytes = 0;
    return isTooLong ? undefined : withoutReturn(line);
  };
  for (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      yield finish(chunk.subarray(from, end));
      from = end + 1;
    }
    const left = chunk.subarray(from);
    // What is over the limit is dropped as it comes; its length alone says so at the end of the line.
    if (restBytes <= LONGEST_BYTES) rest.push(Buffer.from(left));
    restBytes += left.length;
  }
  if (restBytes > 0) yield finish(Buffer.alloc(0));
}

const LF = 0x0a;
const CR = 0x0d;

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === CR ? line.subarray(0, -1) : line;
}
