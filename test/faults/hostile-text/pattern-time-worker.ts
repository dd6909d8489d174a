/** A thread that tries a pattern on one long text after another, so that it can be stopped if one takes too long. */
import { parentPort } from "node:worker_threads";

type Trials = {
  readonly source: string;
  readonly flags: string;
  readonly units: readonly string[];
  readonly chars: number;
};

parentPort!.on("message", ({ source, flags, units, chars }: Trials) => {
  // A sticky pattern is tried at every position, as its callers do.
  const pattern = new RegExp(source, flags.replace("y", "g"));
  for (const unit of units) {
    const run = unit.repeat(Math.ceil(chars / unit.length));
    for (const text of [`${run}\u0001`, `x${run}`, `x${run}\u0001`]) {
      // CPU time of this thread, so that other work on the machine does not count.
      const before = process.threadCpuUsage();
      text.replace(pattern, "");
      const { user, system } = process.threadCpuUsage(before);
      parentPort!.postMessage({ unit, ms: (user + system) / 1000 });
    }
  }
  parentPort!.postMessage("done");
});
