/** Makes the patterns by which sh, bash and zsh withhold a line that may contain a secret. */
import type { SecretRule } from "./rules/rule.ts";
import { SECRET_RULES } from "./secrets.ts";

/** The patterns of all rules, escaped for `case`; they are matched against a space and the line in lower case. */
export function shellGlobs(): string[] {
  const globs = [...new Set(SECRET_RULES.flatMap(globsOf))].sort();
  return globs.map((glob) => glob.replace(/[^\w*?![\].:=/,@%+~-]/g, "\\$&"));
}

/**
 * Match at least what the rule's pattern matches. In `rule.globs`, `{each}` is each keyword, `{20}` as many letters and
 * digits, `{w20}` with `_` and `-`, `{v20}` as many characters of a token, `{z7}` seven letters and digits of which one is
 * not hex, and `{word}` the globs of a label that contains the word.
 */
export function globsOf({ globs, keywords }: SecretRule): string[] {
  const each = keywords.map((keyword) => keyword.toLowerCase());
  if (globs === undefined) return each.map(prefixGlob);
  const all = globs
    .split(/,? (?=[*{])/)
    .flatMap((glob) =>
      glob.includes("{each}") ? each.map((keyword) => glob.replace("{each}", () => keyword)) : [glob],
    );
  return all.flatMap((glob) => {
    const label = /^\{([a-z_]+)\}$/.exec(glob)?.[1];
    if (label !== undefined) return labelGlobs(label);
    return notHex(glob).map((one) =>
      one.replace(/\{([vw]?)(\d+)\}/g, (_, kind: string, times: string) => (CHARS[kind] ?? "").repeat(Number(times))),
    );
  });
}

const CHARS: Readonly<Record<string, string>> = { "": "[a-z0-9]", v: "[a-z0-9_%:=|+/.~-]", w: "[a-z0-9_-]" };

/** One glob for each place of the letter. */
function notHex(glob: string): string[] {
  const [run, times] = /\{z(\d+)\}/.exec(glob) ?? [];
  if (run === undefined) return [glob];
  const length = Number(times);
  return Array.from({ length }, (_, at) => glob.replace(run, `{${at}}[g-z]{${length - 1 - at}}`));
}

/** A short prefix also occurs in ordinary words, so that more characters must follow. */
function prefixGlob(prefix: string): string {
  return `*[!a-z0-9]${prefix}${prefix.length < 6 ? "?".repeat(16) : ""}*`;
}

function labelGlobs(core: string): string[] {
  return [
    `*${core}*[=:]*`,
    `*--${core}*`,
    `*--[a-z]*${core}*`,
    `*${core}*["'\`][,;]*`,
    `*${core}*(["'\`]*`,
    `*${core}*( ["'\`]*`,
    `*<*${core}*>*`,
    `*|*${core}*|*`,
    `*${core}*|${CHARS.v?.repeat(20)}*`,
    `*${core}*| ${CHARS.v?.repeat(20)}*`,
  ];
}
