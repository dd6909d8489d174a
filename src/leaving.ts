/** Notices that this process should end: a signal, or a parent that is gone. */

type Leaving = { readonly asked: Promise<void>; stop(): void };

const LOOK_MS = 250;
const SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

export function leaving({ withParent }: { readonly withParent: boolean }): Leaving {
  const { promise, resolve } = Promise.withResolvers<void>();
  const parent = process.ppid;
  const ask = (): void => resolve();
  for (const signal of SIGNALS) process.on(signal, ask);
  // An orphan is handed to another parent; nobody tells it.
  const look = withParent ? setInterval(() => process.ppid !== parent && resolve(), LOOK_MS).unref() : undefined;
  return {
    asked: promise,
    stop() {
      clearInterval(look);
      for (const signal of SIGNALS) process.off(signal, ask);
    },
  };
}
