/** The spaces that this person joined: one folder each, with what is known of it, its records and its token. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { OldhandError } from "../../../core/base/error.ts";
import { isId } from "../../../core/base/id.ts";
import type { ProjectId } from "../../../core/record/record.ts";
import type { MemberId, MemberRole, SpaceId } from "../../../core/team/rights.ts";
import { isThere, namesIn, readTextIfAny, removeFile, replaceFile } from "../../files/durable-files.ts";
import type { Home } from "../../files/home.ts";
import { type Folder, spaceFolder } from "../../files/record-folder.ts";

export type Space = {
  readonly id: SpaceId;
  readonly name: string;
  /** Of its server. */
  readonly url: string;
  readonly member: { readonly id: MemberId; readonly name: string };
  readonly role: MemberRole;
  /** A maintainer looks at changes before they count. */
  readonly review: boolean;
  /** Local projects whose new records go to this space. */
  readonly routed: readonly ProjectId[];
};

const LIMIT_BYTES = 256 * 1024;

/** In the order of joining. A folder that cannot be read counts as no space: `doctor` reports it. */
export function readSpaces(home: Home): readonly Space[] {
  return spaceIds(home)
    .flatMap((id) => readSpace(home, id) ?? [])
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Folders of spaces that cannot be read. */
export function damagedSpaces(home: Home): readonly string[] {
  return spaceIds(home)
    .filter((id) => isThere(spaceFile(home, id)) && readSpace(home, id) === undefined)
    .map((id) => spaceFile(home, id));
}

function readSpace(home: Home, id: SpaceId): Space | undefined {
  const text = readTextIfAny(spaceFile(home, id), LIMIT_BYTES);
  if (text === undefined) return undefined;
  try {
    const space = JSON.parse(text) as Partial<Space>;
    const fields = [space.name, space.url, space.role, space.member?.name, space.member?.id];
    const isValid = space.id === id && fields.every((field) => typeof field === "string");
    return isValid && Array.isArray(space.routed) ? (space as Space) : undefined;
  } catch {
    return undefined; // reported by `damagedSpaces`
  }
}

export function writeSpace(home: Home, space: Space): void {
  replaceFile(spaceFile(home, space.id), `${JSON.stringify(space, null, 1)}\n`);
}

/** Only the exchange with the server reads it; it is in no log, export or sync. */
export function readToken(home: Home, id: SpaceId): string {
  const token = readTextIfAny(tokenFile(home, id), LIMIT_BYTES)?.trim() ?? "";
  if (token !== "") return token;
  throw new OldhandError(
    "unreadable",
    `${tokenFile(home, id)} is missing. Ask a maintainer for an invitation and run \`oldhand team join\` again.`,
  );
}

export function writeToken(home: Home, id: SpaceId, token: string): void {
  replaceFile(tokenFile(home, id), `${token}\n`);
}

/** First what makes it a space, so that after a crash nothing of it is used any more. */
export function removeSpaceFiles(home: Home, id: SpaceId): void {
  for (const file of [spaceFile(home, id), tokenFile(home, id)]) if (isThere(file)) removeFile(file);
  rmSync(join(home.teams, id), { recursive: true, force: true });
}

/** Folders without a space: somebody left, and the removal was interrupted. */
export function leftBehind(home: Home): readonly SpaceId[] {
  return spaceIds(home).filter((id) => !isThere(spaceFile(home, id)));
}

/** What a call in this project reads of all spaces, and the one folder that takes its new records. */
export function foldersOfSpaces(home: Home, project: ProjectId | undefined): Folder[] {
  return readSpaces(home).flatMap((space) => [
    spaceFolder(home, space),
    ...(project === undefined ? [] : [spaceFolder(home, space, { project, takesNew: space.routed.includes(project) })]),
  ]);
}

/** Every folder of a space, of all projects that have one. */
export function foldersOfSpace(home: Home, space: Space): Folder[] {
  const projects = namesIn(join(home.teams, space.id, "projects")).filter((name) => isId(name, "prj"));
  const all = new Set<ProjectId>([...projects, ...space.routed]);
  return [
    spaceFolder(home, space),
    ...[...all].map((project) => spaceFolder(home, space, { project, takesNew: space.routed.includes(project) })),
  ];
}

/** Whether a folder of the index is one of the space's. */
export function isFolderOf(key: string, space: SpaceId): boolean {
  return key === `team:${space}` || key.startsWith(`team:${space}:`);
}

function spaceIds(home: Home): SpaceId[] {
  return namesIn(home.teams).filter((name) => isId(name, "spc"));
}

function spaceFile(home: Home, id: SpaceId): string {
  return join(home.teams, id, "space.json");
}

function tokenFile(home: Home, id: SpaceId): string {
  return join(home.teams, id, "token");
}
