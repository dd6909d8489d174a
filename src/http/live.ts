/** Tells every open page at once what has changed, as server-sent events; looks only while somebody listens. */
import type { ServerResponse } from "node:http";
import type { Memory } from "../open/memory.ts";
import { SAFE_HEADERS } from "./headers.ts";

export type Live = {
  /** Keeps the answer open, and says at once how things stand. */
  join(response: ServerResponse, dir: string | undefined): void;
  /** To all of them. */
  tell(event: string, data: object): void;
  /** Looks now, without waiting for the next turn. */
  changed(): void;
  close(): void;
};

type Look = <T>(dir: string | undefined, work: (memory: Memory) => Promise<T>) => Promise<T>;

type Listener = { readonly response: ServerResponse; readonly dir: string | undefined; told: string };

const LOOK_MS = 1000;
/** So that whoever stands between does not take silence for an end. */
const SILENCE_MS = 20_000;

export function liveOf(look: Look): Live {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | undefined;
  let breath: NodeJS.Timeout | undefined;
  let isLooking = false;

  const send = ({ response }: Listener, event: string, data: object): void => {
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const pulse = async (dir: string | undefined, few: readonly Listener[]): Promise<void> => {
    const now = await look(dir, async (memory) => {
      await memory.takeIn();
      return memory.pulse();
    });
    const text = JSON.stringify(now);
    for (const one of few.filter(({ told }) => told !== text)) {
      one.told = text;
      send(one, "pulse", now);
    }
  };
  /** What is wrong with one project is told to those who look at it. */
  const troubled = (few: readonly Listener[]) => (error: Error) => {
    for (const one of few) send(one, "trouble", { says: error.message });
  };
  const lookAround = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const [dir, few] of Map.groupBy(listeners, (one) => one.dir)) await pulse(dir, few).catch(troubled(few));
    } finally {
      isLooking = false;
    }
  };
  const rest = (): void => {
    clearInterval(timer);
    clearInterval(breath);
    timer = undefined;
  };

  return {
    join(response, dir) {
      response.writeHead(200, { ...SAFE_HEADERS, "content-type": "text/event-stream; charset=utf-8" });
      response.write("retry: 1000\n\n");
      const listener: Listener = { response, dir, told: "" };
      listeners.add(listener);
      response.on("close", () => {
        listeners.delete(listener);
        if (listeners.size === 0) rest();
      });
      if (timer === undefined) {
        timer = setInterval(() => void lookAround(), LOOK_MS).unref();
        breath = setInterval(() => {
          for (const one of listeners) one.response.write(":\n\n");
        }, SILENCE_MS).unref();
      }
      void lookAround();
    },
    tell(event, data) {
      for (const one of listeners) send(one, event, data);
    },
    changed: () => void lookAround(),
    close() {
      rest();
      for (const { response } of listeners) response.end();
    },
  };
}
