/** Server-sent events that tell every open page what changed; checks for changes only while a page is connected. */
import type { ServerResponse } from "node:http";
import type { Memory } from "../../main/memory.ts";

export type LiveEvents = {
  /** Keeps the response open and sends the current state at once. */
  subscribe(response: ServerResponse, shown: string | undefined): void;
  /** Sends an event to every subscriber. */
  broadcast(event: string, data: object): void;
  /** Checks for changes now instead of at the next interval. */
  checkNow(): void;
  close(): void;
};

type WithMemory = <T>(shown: string | undefined, work: (memory: Memory) => Promise<T>) => Promise<T>;

type Subscriber = { readonly response: ServerResponse; readonly shown: string | undefined; lastSent: string };

const CHECK_MS = 1000;
/** Proxies and browsers may close a silent connection. */
const KEEP_ALIVE_MS = 20_000;

export function createLiveEvents(withMemory: WithMemory): LiveEvents {
  const subscribers = new Set<Subscriber>();
  let checkTimer: NodeJS.Timeout | undefined;
  let keepAliveTimer: NodeJS.Timeout | undefined;
  let isChecking = false;

  const send = ({ response }: Subscriber, event: string, data: object): void => {
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const sendPulse = async (shown: string | undefined, to: readonly Subscriber[]): Promise<void> => {
    const pulse = await withMemory(shown, async (memory) => {
      await memory.takeIn();
      return memory.pulse();
    });
    const text = JSON.stringify(pulse);
    for (const subscriber of to.filter(({ lastSent }) => lastSent !== text)) {
      subscriber.lastSent = text;
      send(subscriber, "pulse", pulse);
    }
  };
  const check = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      for (const [shown, group] of Map.groupBy(subscribers, (subscriber) => subscriber.shown))
        await sendPulse(shown, group).catch((error: Error) => {
          for (const subscriber of group) send(subscriber, "project-error", { message: error.message });
        });
    } finally {
      isChecking = false;
    }
  };
  const stopTimers = (): void => {
    clearInterval(checkTimer);
    clearInterval(keepAliveTimer);
    checkTimer = undefined;
  };

  return {
    subscribe(response, shown) {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      response.flushHeaders();
      const subscriber: Subscriber = { response, shown, lastSent: "" };
      subscribers.add(subscriber);
      response.on("close", () => {
        subscribers.delete(subscriber);
        if (subscribers.size === 0) stopTimers();
      });
      if (checkTimer === undefined) {
        checkTimer = setInterval(() => void check(), CHECK_MS).unref();
        keepAliveTimer = setInterval(() => {
          for (const one of subscribers) one.response.write(":\n\n");
        }, KEEP_ALIVE_MS).unref();
      }
      void check();
    },
    broadcast(event, data) {
      for (const subscriber of subscribers) send(subscriber, event, data);
    },
    checkNow: () => void check(),
    close() {
      stopTimers();
      for (const { response } of subscribers) response.end();
    },
  };
}
