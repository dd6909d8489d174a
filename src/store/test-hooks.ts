/** For tests only: a clock that reads the time from a file, and a crash at a named step of a write. */
import { readFileSync } from "node:fs";
import type { Clock } from "../core/base/clock.ts";
import { parseTime, systemClock } from "../core/base/clock.ts";
import type { AtStep } from "./files/durable-files.ts";

/** Reads the file on every call: milliseconds or an ISO time; without a file, the system clock. */
export function clockIn(file: string): Clock {
  return () => {
    try {
      const text = readFileSync(file, "utf8").trim();
      return /^-?\d+$/.test(text) ? Number(text) : (parseTime(text) ?? systemClock());
    } catch {
      return systemClock(); // the test has not set the time yet
    }
  };
}

/** Kills the process when a write reaches the named step. */
export function killAt(name: string): AtStep {
  return (step) => {
    if (step === name) process.kill(process.pid, "SIGKILL");
  };
}
