/** Tells what stands for a value from the value: references, fillers, and words such as "your-api-key". */
import { GENERIC } from "./known-words.ts";

/** True for text to be replaced before use: templates, variables, fillers, type names, redaction marks. */
export function isPlaceholder(value: string): boolean {
  const bare = value.replace(/^[\s"'`]+|[\s"'`.,;:>)\]}]+$/g, "");
  if (bare === "" || GENERIC.has(bare.toLowerCase()) || /^[-\w.]{0,16}(?:\.{3}|…)["'`]?$/.test(value)) return true;
  return isReference(value) || PARTIAL.test(bare) || isFromEnvironment(bare) || isFiller(bare) || isStandIn(bare);
}

/** A variable, a template or a command in the place of the value: nothing else in it could be a secret. */
export function isReference(value: string): boolean {
  const whole = value.replace(/^[\s"'`]+|[\s"'`,;]+$/g, "");
  if (!/[$#{]/.test(whole)) return false;
  if (CUT_OFF.test(whole)) return true;
  const literal = whole.replace(REFERENCE, "\0");
  if (!literal.includes("\0")) return false;
  // Of `${HOST}-${n}` and `user-${n}` nothing is a secret; `Sup3r${x}!9` is one.
  const rest = literal.replaceAll("\0", "");
  return !/[\d!#%^&*+~]/.test(rest) || !/[A-Za-z]/.test(rest) || rest.replace(/[^A-Za-z0-9]/g, "").length < 3;
}

const REFERENCE =
  /\$\{\{.*?\}\}|\$\{[^}]*\}|\{\{.*?\}\}|#\{[^}]*\}|\$\([^)]*\)?|\$[A-Za-z_]\w*(?:\[[^\]]*\]|(?:\.|->)[A-Za-z_]\w*)*/g;
/** The value ends at a blank, as in `${{ secrets.TOKEN }}`; a name without digits may be cut from a longer reference. */
const CUT_OFF =
  /^(?:\$?\{\{|\$\{|#\{)[-\s.$]*(?:[A-Za-z_][A-Za-z_.]*|[A-Z][A-Z0-9_]*(?=$|:))?(?::?[-?+=|].*)?[)}\]]*$|^\$[\d[:(@*?]/;
/** Forms that stand for a value by how they begin or by their brackets. */
const PARTIAL =
  /^(?:\.[*+]|<[^>]*>?$|%[\w.-]+%?$|(?:%[-+# 0]?[a-z][:/@ ]?)+$|@[\w.-]+@?$|\{[\w.$ -]*\}?$|\[[^\]]*\]?$|=(?![=\w/+-]{16})|\(|\||:|\\)/;

const isFromEnvironment = (value: string): boolean =>
  /^(?:process\.env|import\.meta|os\.(?:environ|getenv)|env[.[(]|getenv|ENV\[|System\.|secrets?[.[]|vars?\.|config[.[]|settings[.[])/i.test(
    value,
  );
const isFiller = (value: string): boolean =>
  /^(?:[x*.•·_#?0-]+|(.)\1{2,}|(?:x{3,}[-_.]?)+|[-\w.~]{0,12}(?:\*{3,}|x{4,}|\.{3}|…)[-\w.]{0,4}|abc|abcd|abcdef|abcdefgh[a-z]*)$/i.test(
    value,
  );

/** "your own api key", "enter-password", "put_token_here". */
function isStandIn(value: string): boolean {
  if (MARKS.test(value)) return true;
  for (const { index, 0: start } of value.matchAll(ADDRESSED))
    if (namesSecret(value.slice(index + start.length).toLowerCase())) return true;
  return false;
}

const MARKS =
  /example|placeholder|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|with|this)|redacted|withheld|dummy|fixme|todo|to[-_]be[-_]|goes[-_ ]?here|[-_ ]here$|\[secret:|foobar|lorem/i;
const ADDRESSED =
  /(?<=^|[^a-z])(?:your|my|some|any|the|this|an?|insert|enter|replace|put|add|set|use|paste)(?=[-_ .a-z])/gi;
const OWN =
  "own real super actual new very long random strong secure secret api app db access auth client private user bot github personal jwt service".split(
    " ",
  );
const ASKED =
  "api app access auth secret key token password passphrase pass pwd credential value string here this".split(" ");

/** Whether a text goes on, after words such as "own" and "secret", with what is asked for. */
function namesSecret(text: string, isAfterOwn = false): boolean {
  if (ASKED.some((word) => text.startsWith(word))) return true;
  if (/^[-_ .]/.test(text)) {
    const rest = text.slice(1);
    if (ASKED.some((word) => rest.startsWith(word))) return true;
    if (!isAfterOwn && OWN.some((word) => rest.startsWith(word) && namesSecret(rest.slice(word.length), true)))
      return true;
  }
  return OWN.some((word) => text.startsWith(word) && namesSecret(text.slice(word.length), true));
}
