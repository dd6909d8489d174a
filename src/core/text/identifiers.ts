/** Other forms of an identifier for the index: the parts of one word, and several words joined to one. */

/**
 * Forms to index in addition to the words of a text, lower case, each once. `parseConfigFile` gives parse, config and file;
 * `dry-run`, `dry_run` and `src/dry.run` are all indexed as dryrun too.
 */
export function identifierForms(text: string): string[] {
  const forms = new Set<string>();
  for (const { pattern, word } of NAMES_WITH_SIGNS) if (pattern.test(text)) forms.add(word);
  for (const compound of text.match(COMPOUND) ?? []) {
    // Most are plain words, with at most a full stop after them.
    if (compound.length > LONGEST_COMPOUND || !JOINED.test(compound)) continue;
    for (const segment of compound.split(/[/\\:@~]+/)) addWhole(forms, segment);
    addWhole(forms, compound);
  }
  for (const word of text.match(/[A-Za-z0-9]+/g) ?? [])
    if (HAS_SEAM.test(word)) for (const part of partsOf(word)) forms.add(part.toLowerCase());
  return [...forms];
}

const NAMES_WITH_SIGNS = [
  { pattern: /(?<![\w.])c\+\+/i, word: "cpp" },
  { pattern: /(?<![\w.])c#(?!\w)/i, word: "csharp" },
  { pattern: /(?<![\w.])f#(?!\w)/i, word: "fsharp" },
  { pattern: /(?<![\w.])\.net(?!\w)/i, word: "dotnet" },
];

const COMPOUND = /[A-Za-z0-9._@#~/\\:+-]+/g;
const JOINED = /[A-Za-z0-9][._@#~/\\:+-]+[A-Za-z0-9]/;
const HAS_SEAM = /.[A-Z0-9]/;
const LONGEST_COMPOUND = 120;
const MOST_PARTS = 12;

function addWhole(forms: Set<string>, compound: string): void {
  const words = compound.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  if (words.length < 2 || words.length > MOST_PARTS) return;
  forms.add(joined(words));
  // "v24.21.0" is a version as "24.21.0" is.
  if (/^v\d+$/.test(words[0]!)) forms.add(joined([words[0]!.slice(1), ...words.slice(1)]));
}

/** Keeps a letter between digits, or 1.23 and 12.3 would be the same word. */
function joined(words: readonly string[]): string {
  return words.reduce((left, right) => (/\d$/.test(left) && /^\d/.test(right) ? `${left}x${right}` : left + right));
}

const CASE_PARTS = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+/g;

function partsOf(word: string): string[] {
  if (word.length > LONGEST_COMPOUND) return [];
  const code = /^([A-Za-z]{1,5})(\d{2,})$/.exec(word);
  const parts = code ? code.slice(1) : /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(word) ? (word.match(CASE_PARTS) ?? []) : [];
  return parts.length > 1 ? parts.filter((part) => part.length > 1) : [];
}
