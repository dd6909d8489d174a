/** Removes forgotten data from a project's generated files: artifacts, the stored generation, pinned session texts. */
import { join } from "node:path";
import type { Artifacts } from "../../core/artifact/artifacts.ts";
import { blocksOf, joinedBlocks } from "../../core/artifact/blocks.ts";
import { sha256 } from "../../core/base/hash.ts";
import { isId } from "../../core/base/id.ts";
import type { Forgotten } from "../../core/ports.ts";
import type { ProjectId } from "../../core/record/record.ts";
import { screen } from "../../core/screen/clean.ts";
import { normalised } from "../../core/text/words.ts";
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
import { artifactFolders, pinsOf } from "../artifacts/read-artifacts.ts";
import { isLink, isThere, namesIn, readTextIfAny, removeFile, replaceFile } from "../files/durable-files.ts";
import type { Home } from "../files/home.ts";
import { holds } from "./forget-events.ts";

/** Returns how many files were changed or removed. */
export function scrubArtifacts(home: Home, what: Forgotten): number {
  return namesIn(home.projects)
    .filter((name) => isId(name, "prj") && !isLink(join(home.projects, name)))
    .reduce((sum, name) => sum + scrubProject(join(home.projects, name), matcherOf(what)), 0);
}

/** Deletes all generated files of a project, with any manual edits in them. */
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

type Matcher = { readonly isAbout: (text: string) => boolean; readonly hashes: ReadonlySet<string> };

function matcherOf({ ids, texts }: Forgotten): Matcher {
  const phrases = texts.filter((text) => normalised(text) !== "");
  return {
    isAbout: (text) => ids.some((id) => text.includes(id)) || phrases.some((phrase) => holds(text, phrase)),
    hashes: new Set(texts.map((text) => sha256(text))),
  };
}

function scrubProject(directory: string, matcher: Matcher): number {
  const folders = [join(directory, GENERATION), join(directory, "skills"), pinsOf(directory)].filter(
    (path) => !isLink(path),
  );
  let gone = 0;
  for (const name of [MEMORY_FILE, SUMMARY_FILE])
    gone += rewritten(join(directory, name), (text) => without(text, matcher));
  if (folders.includes(join(directory, GENERATION)))
    gone += rewritten(generationFile(directory), (text) => withoutIn(text, matcher));
  if (folders.includes(join(directory, "skills"))) {
    const skills = skillsFound(directory).filter(({ text }) => matcher.isAbout(text));
    for (const { name } of skills) pruneSkill(directory, name);
    gone += skills.length;
  }
  const left = [...artifactFolders(directory).map((folder) => join(folder, ".tmp")), pinsOf(directory)];
  for (const folder of left.filter((path) => !isLink(path))) gone += removed(folder, matcher);
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

function without(text: string, { isAbout }: Matcher): string {
  if (!isAbout(text)) return text;
  const { blocks, tail } = blocksOf(text);
  const kept = joinedBlocks({ blocks: blocks.filter((block) => !isAbout(block.text)), tail });
  // The text may span two blocks: then no single block matches, and the entire file is emptied.
  return isAbout(kept) ? "" : kept;
}

function withoutIn(text: string, matcher: Matcher): string {
  const generations = generationsIn(text);
  // A file that cannot be parsed cannot be searched either.
  if (generations === undefined) return "";
  const { now, before, isOpen } = generations;
  const told = now.told.filter((hash) => !matcher.hashes.has(hash));
  const skills = [...now.generated.skills, ...(before?.skills ?? [])];
  // A skill is named after its workflow.
  const gone = new Set(skills.filter((skill) => isSkillAbout(skill, matcher)).map(({ name }) => name));
  const published = Object.fromEntries(Object.entries(now.published).filter(([name]) => !gone.has(name)));
  return JSON.stringify({
    now: { ...now, generated: withoutAny(now.generated, matcher), published, told },
    before: before && withoutAny(before, matcher),
    isOpen,
  });
}

function withoutAny({ memory, summary, skills }: Artifacts, matcher: Matcher): Artifacts {
  return {
    memory: screen(without(memory, matcher)).text,
    summary: screen(without(summary, matcher)).text,
    skills: skills.filter((skill) => !isSkillAbout(skill, matcher)),
  };
}

function isSkillAbout({ text, records }: Artifacts["skills"][number], { isAbout }: Matcher): boolean {
  return isAbout(`${text} ${records.join(" ")}`);
}

function removed(folder: string, { isAbout }: Matcher): number {
  const found = namesIn(folder).filter((name) => isAbout(textAt(join(folder, name)) ?? ""));
  for (const name of found) removeFile(join(folder, name));
  return found.length;
}

function textAt(path: string): string | undefined {
  return readTextIfAny(path, 64 * 1024 * 1024);
}
