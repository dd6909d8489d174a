/** Waits without giving way to anything else: for the short times in which another process has to finish. */

export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
