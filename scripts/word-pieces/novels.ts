/** Six novels of Jane Austen and Tom Sawyer, from packages of Debian that have them as data. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

/** `usr`: the folder of that name, with r-cran-janeaustenr and golang-github-klauspost-compress-dev unpacked. */
export function novelsIn(usr: string): string[] {
  const austen = stringsOfR(join(usr, "lib/R/site-library/janeaustenr/data/Rdata.rdb")).join("\n");
  const compress = join(usr, "share/gocode/src/github.com/klauspost/compress/testdata");
  return [austen, readFileSync(join(compress, "Mark.Twain-Tom.Sawyer.txt"), "utf8")];
}

/** The strings in the data of an R package: zlib streams, each after four bytes, with R's own serialisation. */
function stringsOfR(path: string): string[] {
  const bytes = readFileSync(path);
  const found: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const { buffer, engine } = inflateSync(bytes.subarray(from + 4), { info: true }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    found.push(...stringsIn(buffer));
    from += 4 + engine.bytesWritten;
  }
  return found;
}

/** A string in ASCII: the type 9 with a mark of its encoding, the length, the bytes. */
const STRING = Buffer.from([0, 4, 0, 9]);

function stringsIn(data: Buffer): string[] {
  const found: string[] = [];
  for (let at = data.indexOf(STRING); at >= 0 && at + 8 <= data.length; ) {
    const length = data.readInt32BE(at + 4);
    const isSound = length >= 0 && at + 8 + length <= data.length;
    if (isSound) found.push(data.toString("latin1", at + 8, at + 8 + length));
    at = data.indexOf(STRING, isSound ? at + 8 + length : at + 1);
  }
  return found;
}
