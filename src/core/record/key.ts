/** The key of a statement: given, from the table of topics, or a slug of its text. */
import { anyOf, escaped, lazyPattern } from "../base/lazy-pattern.ts";
import { choicesFor } from "../command/tables/tools.ts";
import { slug } from "../text/words.ts";
import type { MemoryRecord } from "./record.ts";

type Topic = {
  readonly key: string;
  /** Each with its name and its other names. */
  readonly options: readonly (string | readonly string[])[];
  /** Words of a statement about this choice. */
  readonly about: RegExp;
  /** The options are everyday words, so a statement must name the topic too. */
  readonly vague?: boolean;
};

/** Mutually exclusive choices: a statement that picks one is about that topic's key. */
const TOPICS: readonly Topic[] = [
  {
    key: "package-manager",
    options: choicesFor("package-manager"),
    about: /\bpackage manager\b|\binstall(?:s|ing)?\b|\bdependenc/i,
  },
  {
    key: "python-package-manager",
    options: choicesFor("python-package-manager"),
    about: /\bpython\b|\bpackage manager\b/i,
  },
  { key: "test-runner", options: [...choicesFor("test"), "node:test"], about: /\btest(?:s|ing)?\b|\brunner\b/i },
  {
    key: "indentation",
    options: [["two spaces", "2 spaces"], ["four spaces", "4 spaces"], "tabs", "spaces"],
    about: /\bindent/i,
  },
  { key: "quotes", options: ["single quotes", "double quotes"], about: /\bstrings?\b/i },
  { key: "semicolons", options: ["no semicolons", "semicolons"], about: /\bsemicolons?\b/i },
  { key: "formatter", options: [...choicesFor("format"), "ruff format"], about: /\bformat/i },
  { key: "linter", options: choicesFor("lint"), about: /\blint/i },
  {
    key: "naming-case",
    options: ["snake_case", "camelCase", "kebab-case", "PascalCase"],
    about: /\bnam(?:es?|ing)\b/i,
  },
  {
    key: "commit-style",
    options: ["conventional commits", "imperative commits", "gitmoji"],
    about: /\bcommit messages?\b/i,
  },
  { key: "merge-style", options: ["rebase", "squash", "merge commits"], about: /\bmerg(?:e|es|ing)\b/i },
  { key: "default-branch", options: ["main", "master", "trunk", "develop"], about: /\bdefault branch\b/i, vague: true },
  {
    key: "database",
    options: [["postgres", "postgresql"], "mysql", "mariadb", "sqlite", "mongodb", "dynamodb"],
    about: /\bdatabase\b/i,
  },
  { key: "orm", options: [...choicesFor("orm"), "django orm"], about: /\borm\b/i },
  {
    key: "css",
    options: ["tailwind", "css modules", "styled-components", "sass", "plain css"],
    about: /\bcss\b|\bstyl(?:e|es|ing)\b/i,
  },
  { key: "bundler", options: choicesFor("bundle"), about: /\bbundl/i },
  { key: "shell", options: ["zsh", "bash", "fish", "powershell", "nushell"], about: /\bshell\b/i },
  { key: "editor", options: ["vim", "neovim", "emacs", ["vscode", "vs code"], "zed", "helix"], about: /\beditor\b/i },
  {
    key: "answer-length",
    options: [
      ["concise", "short answers", "short replies"],
      ["detailed", "verbose", "long answers"],
    ],
    about: /\b(?:answers?|replies|reply|responses?|explanations?)\b/i,
  },
];

type Key = { readonly key: string; readonly value?: string; readonly by: "given" | "topic" | "slug" };

/** Finds the key of a statement; `value` is the option it picks, if a topic matches. */
export function keyFor(text: string, given?: string): Key {
  if (given !== undefined && given.trim() !== "") return { key: given.trim(), by: "given" };
  return topicOf(text) ?? { key: slug(text), by: "slug" };
}

/** Only a given key or a topic can supersede and shadow; a slug carries no meaning. */
export function hasNamedKey(record: Pick<MemoryRecord, "key" | "text">): boolean {
  if (record.key !== slug(record.text)) return true;
  return TOPICS.some(({ key }) => key === record.key) && topicOf(record.text)?.key === record.key;
}

/** The options of topics that a text names, in lower case. */
export function optionsIn(text: string): string[] {
  if (!anyOption().test(text)) return [];
  const lower = text.toLowerCase();
  const names = TOPICS.filter(({ vague }) => vague !== true).flatMap(({ options }) => options.flat());
  return names
    .map((name) => name.toLowerCase())
    .filter((name) => new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`).test(lower));
}

/** Longer statements are about more than the choice. */
const MOST_WORDS = 14;
const CHOOSES =
  "use|uses|using|prefer|prefers|preferred|always|only|switch(?:ed)? to|mov(?:e|ed) to|migrat(?:e|ed) to|go(?:es)? with|went with|chose|choose|picked?|like|want";
const EQUALS = "is|are|with";
const REFUSES =
  "not use|not using|not|never use|never using|never|don't use|instead of|rather than|over|avoid|no longer use|no longer|stop using|from|without";
/** Phrases that do not change the choice: where it applies, and why. */
const ASIDES = new RegExp(
  anyOf`\b(?:here|everywhere|please|now|from now on)\b
    \b(?:in|for|across|throughout) (?:this|the|our|all|every|my) (?:whole )?(?:repo(?:sitory|s)?|projects?|code ?base|monorepo|workspace|team)\b
    \b(?:because|since|as it)\b.*$`,
  "gi",
);
/** With one of these words the choice applies to a part only. */
const LIMITS = /\b(?:in|on|for|when|while|if|unless|during|under|at|with|as|by|to|and|or|but|except)\b/i;

function topicOf(text: string): Key | undefined {
  // Most statements name no option, which is quick to check.
  if (!anyOption().test(text) || text.split(/\s+/).length > MOST_WORDS) return undefined;
  const plainly = text.replaceAll("’", "'").replace(ASIDES, " ");
  for (const topic of TOPICS) {
    const value = chosen(plainly, topic);
    if (value !== undefined) return { key: topic.key, value, by: "topic" };
  }
  return undefined;
}

/** The one option that a statement picks for the entire topic. */
function chosen(text: string, { options, about, vague }: Topic): string | undefined {
  const names = options.flat().sort((a, b) => b.length - a.length);
  const any = `(?<![\\w-])(?:${names.map(escaped).join("|")})(?![\\w-])`;
  const kept = text.replace(new RegExp(`\\b(?:${REFUSES})\\s+(?:the\\s+)?${any}`, "gi"), " ").replace(/\s+/g, " ");
  const isAbout = about.test(kept);
  const verbs = vague ? EQUALS : isAbout ? `${CHOOSES}|${EQUALS}` : CHOOSES;
  if (vague && !isAbout) return undefined;
  const found = new RegExp(`\\b(?:${verbs})\\s+(?:(?:the|only|always)\\s+)*(${any})`, "i").exec(kept);
  if (found === null) return undefined;
  const before = kept.slice(0, found.index);
  const after = kept.slice(found.index + found[0].length);
  const rest = `${before} ${after}`;
  if (new RegExp(any, "i").test(rest)) return undefined;
  if (LIMITS.test(rest) && !about.test(rest)) return undefined;
  const next = /^\s+(\S+)/.exec(after)?.[1];
  if (next !== undefined && !LIMITS.test(next) && !about.test(next) && !/^\W/.test(next)) return undefined;
  const name = found[1]!.toLowerCase();
  const option = options.find((one) => [one].flat().some((other) => other.toLowerCase() === name))!;
  return [option].flat()[0]!.toLowerCase();
}

const anyOption = lazyPattern(
  `(?<![\\w-])(?:${TOPICS.flatMap(({ options }) => options.flat())
    .map(escaped)
    .join("|")})(?![\\w-])`,
  "i",
);
