/** Reads a project's artifacts: by address, and for a session the text that it was given first. */
import { linkSync, lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type ArtifactName, placeAt } from "../../core/artifact/address.ts";
import { errnoOf } from "../../core/base/error.ts";
import { sha256 } from "../../core/base/hash.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { type Clean, screen } from "../../core/screen/clean.ts";
import {
  discard,
  isLink,
  isThere,
  namesIn,
  prepareFile,
  publishFile,
  readRegular,
  refuseLink,
  removeFile,
} from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { artifactFolder, GENERATION, MEMORY_FILE, readArtifact, SUMMARY_FILE, skillFile } from "./artifact-files.ts";

type ArtifactRead =
  | { readonly outcome: "found"; readonly text: Clean; readonly file: string }
  | { readonly outcome: "missing"; readonly reason: string }
  | { readonly outcome: "refused"; readonly reason: string };

const LIMIT_BYTES = 16 * 1024 * 1024;

/** Manual edits are screened like all output. */
export function readAddress(home: Home, project: ProjectId, address: string): ArtifactRead {
  const addressed = placeAt(address);
  if (addressed.outcome === "refused") return addressed;
  const missing: ArtifactRead = {
    outcome: "missing",
    reason: `There is nothing at ${address} yet. Run \`oldhand consolidate\` to write it.`,
  };
  if (!isThere(home.projects)) return missing;
  // The person may link the home itself; below it no link is followed.
  const root = realpathSync.native(home.projects);
  const file = fileOf(artifactFolder({ ...home, projects: root }, project), addressed.place);
  const read = readRegular(file, LIMIT_BYTES, { within: root });
  if (read === undefined) return missing;
  if ("refused" in read) return { outcome: "refused", reason: `${file} cannot be read: ${read.refused}.` };
  return { outcome: "found", text: screen(read.bytes.toString("utf8")).text, file };
}

/** A session keeps the first text that it was given, whatever is consolidated or edited later. */
export function pinSessionText(
  home: Home,
  project: ProjectId,
  pin: { readonly session: string; readonly text: Clean },
): string {
  const folder = pinsOf(artifactFolder(home, project));
  for (const place of [artifactFolder(home, project), join(artifactFolder(home, project), GENERATION), folder])
    refuseLink(place);
  const path = pinFile(home, project, pin.session);
  const first = readArtifact(path);
  if (first !== undefined) return first;
  const temporary = prepareFile(path, pin.text);
  try {
    linkSync(temporary, path);
  } catch (error) {
    // Another process of the session was first, or the disk does not support hard links.
    if (errnoOf(error) !== "EEXIST") publishFile(temporary, path);
  } finally {
    discard(temporary);
  }
  return readArtifact(path) ?? pin.text;
}

/** The text that the session was given at its start, if it is known. */
export function pinnedText(home: Home, project: ProjectId, session: string): string | undefined {
  return readArtifact(pinFile(home, project, session));
}

/** Forgets the text that the session was given at its start. */
export function removePin(home: Home, project: ProjectId, session: string): void {
  removeFile(pinFile(home, project, session));
}

function pinFile(home: Home, project: ProjectId, session: string): string {
  return join(pinsOf(artifactFolder(home, project)), `${sha256(session).slice(0, 32)}.md`);
}

/** Removes the texts of sessions that started before that time; returns how many. */
export function sweepPins(home: Home, project: ProjectId, { beforeMs }: { readonly beforeMs: number }): number {
  const folder = pinsOf(artifactFolder(home, project));
  const old = namesIn(folder).filter((name) => {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.mtimeMs < beforeMs;
  });
  for (const name of old) removeFile(join(folder, name));
  return old.length;
}

/** The folders of a project that files are written to; links are left out. */
export function artifactFolders(directory: string): string[] {
  return [directory, join(directory, GENERATION), pinsOf(directory)].filter((folder) => !isLink(folder));
}

export function pinsOf(directory: string): string {
  return join(directory, GENERATION, "sessions");
}

function fileOf(directory: string, place: ArtifactName): string {
  if (place.at === "skill") return skillFile(directory, place.name);
  return join(directory, place.at === "memory" ? MEMORY_FILE : SUMMARY_FILE);
}
