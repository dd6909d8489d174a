/** A copy of a home in a temporary directory, for work that must not change the home; removed afterwards, also on a signal. */
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pause } from "../../../core/base/clock.ts";
import { OldhandError } from "../../../core/base/error.ts";
import type { Database } from "../databases/database.ts";
import { isDirectory, makeDirectory, namesIn, removeFile } from "../files/durable-files.ts";
import { type Home, homeFrom } from "../files/home.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** `work` gets the directory, which is an OLDHAND_HOME. */
export async function withScratchHome<T>(home: Home, work: (path: string) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), "oldhand-scratch-"));
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  const leave = (signal: NodeJS.Signals): void => {
    remove();
    // As a shell reports a program that a signal ended.
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, leave);
  process.on("exit", remove);
  try {
    copyHome(home, homeFrom({ oldhandHome: path }));
    return await work(path);
  } finally {
    for (const signal of SIGNALS) process.off(signal, leave);
    process.off("exit", remove);
    remove();
  }
}

/** The files that are the truth: no index, no spool, no journal, no key of this machine. */
function copyHome(from: Home, to: Home): void {
  for (const name of ["configFile", "projectsFile", "tombstonesFile"] as const)
    if (existsSync(from[name])) copyFileSync(from[name], to[name]);
  copyFolder(from.records, to.records);
  for (const project of namesIn(from.projects))
    copyFolder(join(from.projects, project, "records"), join(to.projects, project, "records"));
  if (existsSync(from.stateFile)) copyDatabase(from.stateFile, to.stateFile);
}

function copyFolder(from: string, to: string): void {
  if (!isDirectory(from)) return;
  makeDirectory(dirname(to));
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

const TRIES = 20;
const PAUSE_MS = 100;

/** The file and its log, read without opening the database, which would write next to it; again if somebody wrote meanwhile. */
function copyDatabase(from: string, to: string): void {
  const parts = ["", "-wal"];
  const stamp = (): string =>
    parts
      .map((end) => statSync(`${from}${end}`, { throwIfNoEntry: false }))
      .map((stat) => (stat === undefined ? "none" : `${stat.ino} ${stat.size} ${stat.mtimeMs}`))
      .join(", ");
  for (let n = 0; n < TRIES; n++) {
    const before = stamp();
    for (const end of parts) {
      rmSync(`${to}${end}`, { force: true });
      if (existsSync(`${from}${end}`)) copyFileSync(`${from}${end}`, `${to}${end}`);
    }
    if (stamp() === before) return;
    pause(PAUSE_MS);
  }
  throw new OldhandError("busy", `${from} is being written all the time. Try again in a moment.`);
}

/** Removes what was learned from sessions: these record files, and the rows that reading a session makes. */
export function dropLearned(state: Database, files: readonly string[]): void {
  for (const file of files) removeFile(file);
  state.write(() => {
    for (const table of ["statements", "cures", "ledger", "synopses", "session_signs"])
      state.exec(`DELETE FROM ${table}`);
    state.exec("DELETE FROM jobs WHERE kind = 'extract'");
    state.exec("DELETE FROM suggestions WHERE status = 'pending'");
  });
}
