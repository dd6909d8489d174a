/** A thread that tries a pattern on one long text after another, so that it can be stopped if one takes too long. */
import { parentPort } from "node:worker_threads";

type Trials = {
  readonly source: string;
  readonly flags: string;
  readonly units: readonly string[];
  readonly chars: number;
  readonly mostMs: number;
};

parentPort!.on("message", ({ source, flags, units, chars, mostMs }: Trials) => {
  // A sticky pattern is tried at every position, as its callers do.
  const pattern = new RegExp(source, flags.replace("y", "g"));
  let worst = { unit: "", ms: 0 };
  for (const unit of units) {
    // So that it is known which one never ended.
    parentPort!.postMessage(unit);
    const run = unit.repeat(Math.ceil(chars / unit.length));
    for (const text of [`${run}\u0001`, `x${run}`, `x${run}\u0001`]) {
      let ms = timeOf(pattern, text);
      // A pause of the machine is not the pattern's.
      if (ms > mostMs && ms < 4 * mostMs) ms = Math.min(ms, timeOf(pattern, text));
      if (ms > worst.ms) worst = { unit, ms };
      if (ms <= mostMs) continue;
      parentPort!.postMessage(worst);
      return;
    }
  }
  parentPort!.postMessage(worst);
});

/** CPU time of this thread, so that other work on the machine does not count. */
function timeOf(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  text.replace(pattern, "");
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
