// Reads TypeScript just well enough to find a file's imports and its code without quoted text.

export interface Import {
  /** As written: "./record.ts", "node:fs", "yaml". */
  from: string;
  /** import() rather than an import at the top. */
  isLazy: boolean;
  /** The names in braces, as the other file exports them. */
  names: string[];
}

export function importsOf(text: string): Import[] {
  const found: Import[] = [];
  const code = withoutComments(text);
  for (const [, clause = "", from = ""] of code.matchAll(
    /^\s*(?:import|export)\b([^;"'`]*?)\bfrom\s*["']([^"']+)["']/gm,
  )) {
    found.push({ from, isLazy: false, names: namesIn(clause) });
  }
  for (const [, from = ""] of code.matchAll(/^\s*import\s*["']([^"']+)["']/gm))
    found.push({ from, isLazy: false, names: [] });
  for (const [, how, from = ""] of code.matchAll(/\b(import|require|getBuiltinModule)\s*\(\s*["'`]([^"'`]+)["'`]/g)) {
    found.push({ from, isLazy: how === "import", names: [] });
  }
  return found;
}

/** The code with comments, strings, templates and regular expressions blanked; line numbers stay the same. */
export const codeOf = onceForEach((text) => rewrite(text, (kind, token) => (kind === "code" ? token : blank(token))));

const withoutComments = onceForEach((text) =>
  rewrite(text, (kind, token) => (kind === "comment" ? blank(token) : token)),
);

/** Every rule checks every file, so each is parsed once. */
function onceForEach(read: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = read(text);
    known.set(text, made);
    return made;
  };
}

function namesIn(clause: string): string[] {
  const braces = /\{([^}]*)\}/.exec(clause)?.[1] ?? "";
  return braces
    .split(",")
    .map((name) =>
      name
        .replace(/^\s*type\s/, "")
        .split(/\sas\s/)[0]!
        .trim(),
    )
    .filter((name) => name !== "");
}

function blank(token: string): string {
  return token.replace(/[^\n]/g, " ");
}

type Kind = "code" | "comment" | "quoted";

// A slash begins a regular expression where a value may begin: after an operator, an opening bracket or a keyword.
const valueMayBegin =
  /(?:^|[=(,:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|yield|await|void|delete|throw))\s*$/;
const regularExpression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const simpleTokens: [Kind, RegExp][] = [
  ["comment", /\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
  ["quoted", /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y],
];

function rewrite(text: string, replace: (kind: Kind, token: string) => string): string {
  let out = "";
  // The code that was read since the last regular expression could have begun, comments left out.
  let before = "";
  // For every template we are inside of: how many braces are open in its ${...}.
  const templates: number[] = [];
  let at = 0;
  const take = (kind: Kind, token: string) => {
    out += replace(kind, token);
    if (kind !== "comment") before = kind === "quoted" ? "x" : (before + token).slice(-40);
    at += token.length;
  };
  while (at < text.length) {
    const simple = simpleTokens
      .map(([kind, pattern]) => [kind, matchAt(pattern, text, at)] as const)
      .find(([, token]) => token);
    const char = text[at]!;
    if (simple) take(simple[0], simple[1]);
    else if (char === "/" && valueMayBegin.test(before) && matchAt(regularExpression, text, at)) {
      take("quoted", matchAt(regularExpression, text, at));
    } else if (char === "`" || (char === "}" && templates.at(-1) === 0)) {
      if (char === "}") templates.pop();
      const token = matchAt(/[`}](?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{|$)/sy, text, at);
      take("quoted", token);
      if (token.endsWith("${")) {
        templates.push(0);
        before = "(";
      }
    } else {
      const open = templates.length - 1;
      if (open >= 0 && char === "{") templates[open]!++;
      if (open >= 0 && char === "}") templates[open]!--;
      take("code", char);
    }
  }
  return out;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
