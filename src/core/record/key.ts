/** What a statement is about: a key that was given, one from the table of topics, or a slug of its words. */
import { slug } from "../text/words.ts";
import type { MemoryRecord } from "./record.ts";

type Topic = { readonly key: string; readonly options: readonly string[] };

/** Choices that exclude each other: a statement that picks one of a row is about that row's key. */
const TOPICS: readonly Topic[] = [
  { key: "package-manager", options: ["npm", "pnpm", "yarn", "bun"] },
  { key: "python-package-manager", options: ["pip", "poetry", "uv", "pipenv", "conda", "pdm"] },
  {
    key: "test-runner",
    options: ["jest", "vitest", "mocha", "ava", "node:test", "pytest", "unittest", "rspec", "minitest"],
  },
  { key: "indentation", options: ["tabs", "spaces", "two spaces", "four spaces", "2 spaces", "4 spaces"] },
  { key: "quotes", options: ["single quotes", "double quotes"] },
  { key: "semicolons", options: ["semicolons", "no semicolons"] },
  { key: "formatter", options: ["prettier", "biome", "dprint", "black", "ruff format", "gofmt", "rustfmt"] },
  { key: "linter", options: ["eslint", "biome", "oxlint", "flake8", "ruff", "pylint", "golangci-lint", "clippy"] },
  { key: "naming-case", options: ["snake_case", "camelCase", "kebab-case", "PascalCase"] },
  { key: "commit-style", options: ["conventional commits", "imperative commits", "gitmoji"] },
  { key: "merge-style", options: ["rebase", "squash", "merge commits"] },
  { key: "default-branch", options: ["main", "master", "trunk", "develop"] },
  { key: "database", options: ["postgres", "postgresql", "mysql", "mariadb", "sqlite", "mongodb", "dynamodb"] },
  { key: "orm", options: ["prisma", "drizzle", "typeorm", "sequelize", "knex", "sqlalchemy", "django orm"] },
  { key: "css", options: ["tailwind", "css modules", "styled-components", "sass", "plain css"] },
  { key: "bundler", options: ["vite", "webpack", "esbuild", "rollup", "parcel", "turbopack", "rolldown"] },
  { key: "shell", options: ["zsh", "bash", "fish", "powershell", "nushell"] },
  { key: "editor", options: ["vim", "neovim", "emacs", "vscode", "vs code", "zed", "helix"] },
  { key: "answer-length", options: ["concise", "short answers", "detailed answers", "verbose"] },
];

export type Key = { readonly key: string; readonly value?: string; readonly by: "given" | "topic" | "slug" };

/** Finds the key of a statement; `value` is the option that it picks, where a topic tells. */
export function keyFor(text: string, given?: string): Key {
  if (given !== undefined && given.trim() !== "") return { key: given.trim(), by: "given" };
  return topicOf(text) ?? { key: slug(text), by: "slug" };
}

/** Only a key that was given or that names a topic supersedes and shadows; a slug says nothing of meaning. */
export function hasNamedKey(record: Pick<MemoryRecord, "key" | "text">): boolean {
  return record.key !== slug(record.text) || topicOf(record.text)?.key === record.key;
}

const PICKS =
  /\b(use|uses|using|prefer|prefers|preferred|always|switch(?:ed)? to|go with|chose|choose|picked?|with|is|are|like|run|never|not)\b/i;
const REFUSES =
  /(?:\bnot|\bnever(?: use)?|\bdon'?t use|\bdo not use|\binstead of|\brather than|\bover|\bavoid|\bno longer(?: use)?|\bstop using|\bfrom)\s+(?:the\s+)?$/i;
/** Longer statements speak about more than the choice. */
const MOST_WORDS = 14;

function topicOf(text: string): Key | undefined {
  if (text.split(/\s+/).length > MOST_WORDS || !PICKS.test(text)) return undefined;
  for (const topic of TOPICS) {
    const picked = pickedOption(text, topic.options);
    if (picked !== undefined) return { key: topic.key, value: picked, by: "topic" };
  }
  return undefined;
}

/** The one option that a statement affirms; where it affirms two, it is no choice. */
function pickedOption(text: string, options: readonly string[]): string | undefined {
  const affirmed = new Set<string>();
  for (const option of options) {
    const words = new RegExp(`(?<![\\w-])${option.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`, "i");
    const found = words.exec(text);
    if (found && !REFUSES.test(text.slice(0, found.index))) affirmed.add(option.toLowerCase());
  }
  const longest = [...affirmed].filter((a) => ![...affirmed].some((b) => b !== a && b.includes(a)));
  return longest.length === 1 ? longest[0] : undefined;
}
