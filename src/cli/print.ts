/** Writes to a descriptor until everything is out, or until nobody reads any more. */
import { writeSync } from "node:fs";
import { pause } from "../core/base/clock.ts";
import { errnoOf } from "../core/base/error.ts";

const WAIT_MS = 5;

/** `closed` where the reader is gone (`| head -1`), which is no fault of anybody. */
export function writeAll(fd: number, text: string): "written" | "closed" {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      if (errnoOf(error) === "EPIPE") return "closed";
      if (errnoOf(error) !== "EAGAIN") throw error;
      pause(WAIT_MS); // the pipe is full; its reader is slower than we are
    }
  }
  return "written";
}
