/** The names that a Makefile or a justfile defines; `complete` is false if there may be more. */

type Targets = { readonly names: readonly string[]; readonly complete: boolean };

export function makeTargets(text: string): Targets {
  const names = new Set<string>();
  let complete = true;
  let inDefinition = false;
  for (const line of text.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    if (/^ *(?:override +)?define\s/.test(line)) inDefinition = true;
    else if (/^ *endef\b/.test(line)) inDefinition = false;
    if (inDefinition || line.startsWith("\t")) continue;
    if (/^ *(?:[-s]?include\s|\$[({]|load\s)/.test(line)) complete = false;
    for (const name of ruleNames(line)) {
      if (/[%$()*?]/.test(name)) complete = false;
      else if (!isSpecial(name)) names.add(name);
    }
  }
  return { names: [...names], complete };
}

/** The names before the colon of a rule; `a := b` and `a ::= b` set a variable, `a: B = c` is a rule. */
function ruleNames(line: string): string[] {
  const colon = line.indexOf(":");
  const head = line.slice(0, Math.max(0, colon));
  if (/[=#]/.test(head) || /^:{1,3}=/.test(line.slice(colon, colon + 4))) return [];
  return head.split(/[\s&]+/).filter((name) => name !== "");
}

/** `.PHONY` and other names of make itself. */
function isSpecial(name: string): boolean {
  return /^\.[A-Z_]+$/.test(name);
}

export function justTargets(text: string): Targets {
  const names = new Set<string>();
  let complete = true;
  for (const line of text.split(/\r?\n/)) {
    if (/^(?:import|mod)\??\s|^!include\s|^set\s+fallback\b/.test(line)) complete = false;
    const name = recipeName(line);
    if (name !== undefined) names.add(name);
  }
  return { names: [...names], complete };
}

/** `name parameter='default': dependencies`, or an alias. */
export function recipeName(line: string): string | undefined {
  const alias = /^alias\s+([\w-]+)\s*:=/.exec(line)?.[1];
  const name = /^@?([A-Za-z_][\w-]*)(?=[\s:])/.exec(line)?.[1];
  if (alias !== undefined || name === undefined || /^(?:set|export|alias|import|mod)\s/.test(line)) return alias;
  const bare = line.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "");
  const colon = bare.indexOf(":");
  return colon >= 0 && bare[colon + 1] !== "=" ? name : undefined;
}
