/** A process that swaps a path for a link to another place and back, as fast as it can, until it is killed. */
import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [path, target] = process.argv.slice(2) as [string, string];
/** Long enough to be seen in either state. */
const linger = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random());

process.stdout.write("swapping\n");
try {
  for (;;) {
    renameSync(path, `${path}.aside`);
    symlinkSync(target, path);
    linger();
    unlinkSync(path);
    renameSync(`${path}.aside`, path);
    linger();
  }
} catch {
  // The tree is gone, so the test is over.
}
