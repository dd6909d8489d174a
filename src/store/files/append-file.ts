/** Appends to files: lines that have to survive a crash, and notes that nobody waits for. */
import { closeSync, constants, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "../../core/base/error.ts";
import { asOldhandError } from "../store-errors.ts";
import { makeDirectory, notRegular, sync, writeAll } from "./durable-files.ts";

/** Appends one line and syncs it; a half-written line left by a crash is ended first. */
export function appendLine(path: string, line: string): void {
  makeDirectory(dirname(path));
  const isNew = !existsSync(path);
  try {
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW, 0o600);
    try {
      const { size } = fstatSync(fd);
      const last = Buffer.alloc(1);
      const torn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
      try {
        writeAll(fd, `${torn ? "\n" : ""}${line}\n`);
      } catch (error) {
        ftruncateSync(fd, size);
        throw error;
      }
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (isNew) sync(dirname(path));
  } catch (error) {
    throw asOldhandError(error, path);
  }
}

/** Appends without syncing; refuses a pipe or a device, at which a write might never end. */
export function appendText(path: string, text: string | Uint8Array): void {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NONBLOCK } = constants;
  try {
    const fd = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, 0o600);
    try {
      if (!fstatSync(fd).isFile()) throw notRegular(path);
      writeAll(fd, text);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw errnoOf(error) === "ENXIO" ? notRegular(path) : asOldhandError(error, path);
  }
}
