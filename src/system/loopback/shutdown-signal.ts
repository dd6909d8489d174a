/** Resolves when this process should end: on a signal, or when its parent is gone. */

type ShutdownSignal = { readonly received: Promise<void>; stop(): void };

const LOOK_MS = 250;
const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

export function shutdownSignal({ withParent }: { readonly withParent: boolean }): ShutdownSignal {
  const { promise, resolve } = Promise.withResolvers<void>();
  const parent = process.ppid;
  const ask = (): void => resolve();
  for (const signal of SIGNALS) process.on(signal, ask);
  // An orphan gets another parent without notice.
  const look = withParent ? setInterval(() => process.ppid !== parent && resolve(), LOOK_MS).unref() : undefined;
  return {
    received: promise,
    stop() {
      clearInterval(look);
      for (const signal of SIGNALS) process.off(signal, ask);
    },
  };
}
