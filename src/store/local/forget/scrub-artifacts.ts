/** Takes what is forgotten out of everything that was derived for projects: files, the kept generation, what sessions were told. */
import { join } from "node:path";
import type { Artifacts } from "../../../core/artifact/artifacts.ts";
import { blocksOf, textOf } from "../../../core/artifact/blocks.ts";
import { sha256 } from "../../../core/base/hash.ts";
import { isId } from "../../../core/base/id.ts";
import type { Forgotten } from "../../../core/ports.ts";
import type { ProjectId } from "../../../core/record/record.ts";
import { screen } from "../../../core/screen/clean.ts";
import { normalised } from "../../../core/text/words.ts";
import {
  artifactFolder,
  GENERATION,
  generationFile,
  generationsIn,
  MEMORY_FILE,
  pruneSkill,
  SUMMARY_FILE,
  skillsFound,
} from "../artifacts/artifact-files.ts";
import { pinsOf } from "../artifacts/read-artifacts.ts";
import { isLink, isThere, namesIn, readRegular, removeFile, replaceFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { holds } from "./forget-events.ts";

/** How many files were changed or removed. */
export function scrubArtifacts(home: Home, what: Forgotten): number {
  return namesIn(home.projects)
    .filter((name) => isId(name, "prj") && !isLink(join(home.projects, name)))
    .reduce((sum, name) => sum + scrubProject(join(home.projects, name), aboutOf(what)), 0);
}

/** Takes all that was derived for a project away; what a hand wrote in it goes as well. */
export function clearArtifacts(home: Home, project: ProjectId): void {
  const directory = artifactFolder(home, project);
  if (isLink(directory)) return;
  for (const { name } of skillsFound(directory)) pruneSkill(directory, name);
  const files = [MEMORY_FILE, SUMMARY_FILE].map((name) => join(directory, name));
  const pins = namesIn(pinsOf(directory))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(pinsOf(directory), name));
  for (const path of [...files, generationFile(directory), ...pins]) if (isThere(path)) removeFile(path);
}

type About = { readonly isAbout: (text: string) => boolean; readonly hashes: ReadonlySet<string> };

function aboutOf({ ids, texts }: Forgotten): About {
  const phrases = texts.filter((text) => normalised(text) !== "");
  return {
    isAbout: (text) => ids.some((id) => text.includes(id)) || phrases.some((phrase) => holds(text, phrase)),
    hashes: new Set(texts.map((text) => sha256(text))),
  };
}

function scrubProject(directory: string, about: About): number {
  const folders = [join(directory, GENERATION), join(directory, "skills"), pinsOf(directory)].filter(
    (path) => !isLink(path),
  );
  let gone = 0;
  for (const name of [MEMORY_FILE, SUMMARY_FILE])
    gone += rewritten(join(directory, name), (text) => without(text, about));
  if (folders.includes(join(directory, GENERATION)))
    gone += rewritten(generationFile(directory), (text) => withoutIn(text, about));
  if (folders.includes(join(directory, "skills"))) {
    const skills = skillsFound(directory).filter(({ text }) => about.isAbout(text));
    for (const { name } of skills) pruneSkill(directory, name);
    gone += skills.length;
  }
  const left = [
    join(directory, ".tmp"),
    join(directory, GENERATION, ".tmp"),
    pinsOf(directory),
    join(pinsOf(directory), ".tmp"),
  ];
  for (const folder of left.filter((path) => !isLink(path))) gone += removed(folder, about);
  return gone;
}

function rewritten(path: string, change: (text: string) => string): number {
  const text = textAt(path);
  if (text === undefined) return 0;
  const changed = change(text);
  if (changed === text) return 0;
  replaceFile(path, changed);
  return 1;
}

function without(text: string, { isAbout }: About): string {
  if (!isAbout(text)) return text;
  const { blocks, tail } = blocksOf(text);
  const kept = textOf({ blocks: blocks.filter((block) => !isAbout(block.text)), tail });
  // Words that only stand there across two blocks are gone with neither of them.
  return isAbout(kept) ? "" : kept;
}

function withoutIn(text: string, about: About): string {
  const generations = generationsIn(text);
  // What cannot be read cannot be searched either.
  if (generations === undefined) return "";
  const { now, before, isOpen } = generations;
  const told = now.told.filter((hash) => !about.hashes.has(hash));
  return JSON.stringify({
    now: { ...now, generated: withoutAny(now.generated, about), told },
    before: before && withoutAny(before, about),
    isOpen,
  });
}

function withoutAny({ memory, summary, skills }: Artifacts, about: About): Artifacts {
  return {
    memory: screen(without(memory, about)).text,
    summary: screen(without(summary, about)).text,
    skills: skills.filter(({ text, records }) => !about.isAbout(`${text} ${records.join(" ")}`)),
  };
}

function removed(folder: string, { isAbout }: About): number {
  const found = namesIn(folder).filter((name) => isAbout(textAt(join(folder, name)) ?? ""));
  for (const name of found) removeFile(join(folder, name));
  return found.length;
}

function textAt(path: string): string | undefined {
  const file = readRegular(path, 64 * 1024 * 1024);
  return file !== undefined && "bytes" in file ? file.bytes.toString("utf8") : undefined;
}
