/** What a statement explicitly allows: "a --dry-run is okay", "cp -a is what you want". That never conflicts. */
import { hasOption, isOneOf } from "../../core/command/parsed-command.ts";
import { compiledOnce, sentencesOf } from "./clauses.ts";
import { hasFlag } from "./flags.ts";
import { commandIn } from "./phrase.ts";
import type { Deed, Scene } from "./scene.ts";

const FLAG = "`?(?<flag>--?[a-zA-Z][\\w-]*)`?";
const COMMAND = "`?(?<form>[a-z][\\w.-]*(?: [\\w:-]+){0,3}? --?[a-zA-Z][\\w-]*)";
const FINE =
  "(?:fine|ok|okay|allowed|permitted|safe|harmless|all right|alright|what you want|the right way|the way to go|the exception)(?=[,.;)]|$|\\s+(?:though|too|instead)\\b)";

const ALLOWS = compiledOnce([
  `(?:^|[\\s(])(?:an?\\s+|the\\s+)?${FLAG}(?:\\s+(?:run|flag|option))?\\s+(?:is|are)\\s+(?:always\\s+|still\\s+)?${FINE}`,
  `\\bwith\\s+(?:an?\\s+|the\\s+)?${FLAG}\\s+(?:it|this|that)(?:'s|\\s+is)\\s+${FINE}`,
  `(?:^|[\\s(])${COMMAND}\`?\\s+(?:is|are)\\s+(?:always\\s+|still\\s+)?${FINE}`,
  `\\bstill\\s+(?:go|goes|run|runs|use|uses|need|needs|done)\\s+(?:with|through|via|by)?\\s*${COMMAND}`,
  `\\b(?:go|goes|connect|connects|log in|come|hop)\\s+(?:only\\s+)?(?:through|via|over)\\b[^.;()]{0,60}\\(\\s*${COMMAND}`,
]);

/** Without one of these no pattern can match. */
const MAY_ALLOW =
  /\b(?:fine|ok|okay|allowed|permitted|safe|harmless|all right|alright|what you want|right way|way to go|exception|still|through|via|over|direct|directly)\b/i;

/** The scene without the commands that the statement allows. */
export function withoutAllowed(text: string, scene: Scene): Scene {
  if (!MAY_ALLOW.test(text)) return scene;
  const forms = sentencesOf(text).flatMap((sentence) =>
    ALLOWS().flatMap((pattern) => {
      const { flag, form } = pattern.exec(sentence.text)?.groups ?? {};
      return flag === undefined && form === undefined ? [] : [{ flag, form }];
    }),
  );
  const isKept = (deed: Deed): boolean =>
    !isOnTheWay(text, deed) &&
    !forms.some(({ flag, form = "" }) => {
      const isSo = flag === undefined ? commandIn(form, deed, scene) === form : hasFlag(flag, deed.act);
      return isSo && !isMore(text, flag ?? form, deed);
    });
  return { ...scene, typed: scene.typed.filter(isKept), all: scene.all.filter(isKept) };
}

/** "rm -r is fine, rm -rf is not": an option that the statement names elsewhere is more specific. */
function isMore(text: string, allowed: string, { act }: Deed): boolean {
  const named = text.match(/(?<![\w-])--?[a-zA-Z][\w-]*/g) ?? [];
  const own = new Set(allowed.match(/(?<![\w-])--?[a-zA-Z][\w-]*/g) ?? []);
  return named.some((flag) => !own.has(flag) && hasFlag(flag, act));
}

/** Through another host it is not direct. */
const isOnTheWay = (text: string, { act }: Deed): boolean =>
  /\bdirect(?:ly)?\b/i.test(text) &&
  isOneOf(act, "ssh scp sftp rsync") &&
  (hasOption(act, "-J") || act.args.some(({ value }) => /ProxyJump|ProxyCommand/i.test(value)));
