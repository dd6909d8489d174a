/** Pitfalls: what failed before, under which circumstances, and what helps. */
import { operands } from "../../core/command/parsed-command.ts";
import { predicateOf, sentencesOf, subjectOf } from "./clauses.ts";
import { isDeedWord } from "./deeds.ts";
import { hasFlag } from "./flags.ts";
import { isAsking } from "./match.ts";
import { commandIn, described } from "./phrase.ts";
import { addedPackages, type Deed, portsOf, type Scene } from "./scene.ts";
import { isShown } from "./shown.ts";
import type { Demand } from "./statement.ts";
import { cutWords, tokensOf } from "./words.ts";

const FIX =
  /\b(?:use|run|try|fix(?:ed)?|instead|workaround|solution|solved|works? with|first|after|do|pass|always|leave off)\b|→|->/i;
/** In this case only a command without a name causes trouble. */
const ONE_ONLY = /\b(?:name|specify|pick|give|pass) (?:the|a|an|one) \w+|\bone (?:at a time|by one)\b|\bsingle \w+/i;
/** In this case the command causes no trouble, or only without the following words. */
const NO_TROUBLE =
  /^(?:is|are|was|can|may|will)\s+(?:safe|fine|ok|fast|allowed|cheap|harmless|enough|needed|required|necessary|recommended|used|run|how|what|the|best|better|right|good|safer|preferred|not)\b|^(?:only |always )?(?:takes|needs) (?:about|only|\d)/i;

/** An explicit demand counts more than reported trouble. */
export function troubleIn(text: string, demands: readonly Demand[], scene: Scene): string | undefined {
  if (demands.some(({ asks }) => asks === "never" || asks === "more" || asks === "order" || asks === "with"))
    return undefined;
  const sentences = sentencesOf(text);
  for (const [at, sentence] of sentences.entries()) {
    const subject = subjectOf(sentence.text).replace(/^(?:running|calling|using|a|an|the|doing)\s+/i, "");
    const story = predicateOf(sentence.text);
    if (subject === "" || NO_TROUBLE.test(story) || FIX.test(subject.split(" ")[0] ?? "")) continue;
    const [circumstances, ...rest] = partedAtFix(story);
    const help = [...rest, ...sentences.slice(at + 1).map((one) => one.text)].join(" ");
    for (const deed of scene.typed) {
      const named = namedBy(subject, deed, scene);
      if (named === undefined || isAsking(deed) || isHelped(help, named, deed, scene)) continue;
      if (
        isUnder(circumstances ?? "", deed, scene, named.includes(" ") && commandIn(subject, deed, scene) !== undefined)
      )
        return named;
    }
  }
  return undefined;
}

function partedAtFix(text: string): readonly string[] {
  const found = FIX.exec(text);
  return found === null ? [text] : [text.slice(0, found.index), text.slice(found.index)];
}

function namedBy(subject: string, deed: Deed, scene: Scene): string | undefined {
  const command = commandIn(subject, deed, scene);
  if (command?.includes(" ") || (command !== undefined && tokensOf(subject).some(({ kind }) => kind === "path")))
    return command;
  const [first = ""] = cutWords(subject.toLowerCase());
  const isDeed = tokensOf(subject).some(({ lower }) => isDeedWord(lower)) || first.endsWith("ing");
  return isDeed ? described(subject, deed, scene) : undefined;
}

function isHelped(help: string, named: string, deed: Deed, scene: Scene): boolean {
  const flags = help.match(/(?<=\b(?:use|pass|with|add|run|give|set|do)\s(?:a |the )?`?)--[a-z][\w-]*/gi) ?? [];
  if (flags.some((flag) => !named.includes(flag) && hasFlag(flag, deed.act))) return true;
  if (/\bnpm ci\b/.test(help) && addedPackages(deed.act).length > 0) return true;
  const isMore = operands(deed.act).length > cutWords(named).filter((word) => !word.startsWith("-")).length - 1;
  if (isMore && ONE_ONLY.test(help)) return true;
  const helping = commandIn(help, deed, scene);
  return helping !== undefined && helping.length >= named.length;
}

/** Ports, folders and options that it names have to match; of plain words, at least one. */
function isUnder(circumstances: string, deed: Deed, scene: Scene, isCommand: boolean): boolean {
  const ports = [...circumstances.matchAll(/\bport (\d{2,5})\b|:(\d{4,5})\b/g)].map(([, one, two]) => one ?? two ?? "");
  const folders = [
    ...circumstances.matchAll(/\b(?:in|under|inside|below|on|against)\s+(?:the\s+)?`?([\w.-]*\/[\w./-]*)`?/g),
  ].map(([, path]) => path ?? "");
  if (
    ports.length > 0 &&
    !portsOf(deed.act).some((port) => ports.includes(port)) &&
    !scene.typed.some(({ act }) => portsOf(act).some((port) => ports.includes(port)))
  )
    return false;
  const paths = operands(deed.act).filter(({ value }) => value.includes("/"));
  if (
    folders.length > 0 &&
    paths.length > 0 &&
    !folders.some((path) => isShown(tokensOf(path)[0]!, "", { deed, scene }))
  )
    return false;
  return (
    isCommand ||
    ports.length > 0 ||
    folders.length > 0 ||
    !/^(?:when|if|while|on|with)\b|\s(?:when|if|while)\s/i.test(circumstances)
  );
}
