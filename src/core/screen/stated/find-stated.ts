/** Finds the value in a sentence that states a secret, unless it is a placeholder or talk about secrets. */
import { baseForm } from "../../text/irregular-forms.ts";
import { isAboutSecrets, isExpression, isPathLike, isTechnical } from "../false-positives.ts";
import { ABOUT, DESCRIBING, GENERIC, IN_SENTENCES } from "../known-words.ts";
import { isPlaceholder } from "../placeholders.ts";
import { isRandom, isWordy } from "../random-text.ts";
import type { TextSpan } from "../rules/rule.ts";
import { lastWords, readStatement, type StatedValue, type StatedWord } from "./read-statement.ts";
import { FUNCTION_WORDS, GOING_ON, ORDINARY_LABELS, SMALL_WORDS_ABROAD } from "./words.ts";

export function statedPassword(text: string, at: number): TextSpan | undefined {
  const statement = readStatement(text, at);
  return statement === undefined || statement.kind === "key" ? undefined : secretIn(statement);
}

export function statedKey(text: string, at: number): TextSpan | undefined {
  const statement = readStatement(text, at);
  return statement?.kind === "key" ? secretIn(statement) : undefined;
}

function secretIn(statement: StatedValue): TextSpan | undefined {
  const [first] = statement.words;
  if (first === undefined) return undefined;
  switch (statement.kind) {
    case "pin":
      return isJoined(statement) && isPin(first) ? first : undefined;
    case "key":
      // After a colon, the label is judged with its value.
      return isJoined(statement) && statement.link !== "colon" && isKey(first) ? first : undefined;
    case "phrase":
      return phraseIn(statement, 4);
    case "login":
      return pairIn(statement) ?? codeIn(statement, first);
    case "password":
      return passwordIn(statement, first);
  }
}

function passwordIn(written: StatedValue, first: StatedWord): TextSpan | undefined {
  // "User: admin, password: …" is no caption.
  const { label, link, lead } = written;
  const before = lastWords(lead, 3);
  const isPair =
    (link === "none" || link === "gives") && /\s$/.test(lead) && !FUNCTION_WORDS.has(before.at(-1) ?? "and");
  const isBesideUser =
    (link === "colon" && before.some((word) => USERS.has(word))) || (isPair && USERS.has(before.at(-2) ?? ""));
  const statement: StatedValue = isBesideUser ? { ...written, link: "states" } : written;
  // These words are also others: a pass of a compiler, a pass of a test.
  if (label.length <= 4 && !isBesideUser) {
    if (!isJoined(written)) return undefined;
    if (/^pass$/i.test(label)) return link === "colon" ? undefined : codeIn(written, first);
  }
  if (first.isQuoted) return pairIn(statement) ?? quotedIn(statement, first);
  return (
    pairIn(statement) ??
    codeIn(statement, first) ??
    phraseIn(statement, leastWords(statement)) ??
    wordIn(statement, first)
  );
}

const USERS = new Set(["user", "username", "login", "account"]);

const isJoined = ({ link }: Pick<StatedValue, "link">): boolean =>
  link === "colon" || link === "states" || link === "changes";
const spanOf = (from: StatedWord, to: StatedWord): TextSpan => ({ start: from.start, end: to.end });

/** What stands in quotes after a verb, or after "with password"; after a colon, a label is judged with its value. */
function quotedIn({ label, link }: StatedValue, { text, ...span }: StatedWord): TextSpan | undefined {
  if (/phrase$/i.test(label) && text.split(" ").length > 3) return span;
  if (link === "none" && /\d/.test(text) && /[A-Z]/.test(text) && isCode(text)) return span;
  if (link !== "states" && link !== "changes" && link !== "gives") return undefined;
  if (isName(text)) return span;
  if (text.length < 3 || isPlaceholder(text) || isAboutSecrets(text) || isExpression(text) || isPathLike(text))
    return undefined;
  const isSentence = !/\d/.test(text) && text.split(" ").some((word) => FUNCTION_WORDS.has(word.toLowerCase()));
  return isSentence ? undefined : span;
}

/** A user and a password: `root / toor`, `admin:admin`, `"admin" / "admin"`. */
function pairIn(statement: StatedValue): TextSpan | undefined {
  const { kind, link, words } = statement;
  if (link === "none" || link === "dash") return undefined;
  const [first, second, third] = words;
  if (first === undefined) return undefined;
  const tight = /^([\w.@-]{2,40}) ?[:/|] ?([^\s:/|]{3,60})$/.exec(first.text);
  if (tight !== null) {
    const [, user = "", password = ""] = tight;
    const isUser =
      kind === "login" ? isAccount(user) || user === password || isCode(password) : isName(user) && link === "states";
    if (!isUser || isTalkInPair(user, password)) return undefined;
    return { start: first.end - password.length, end: first.end };
  }
  if (third !== undefined && second !== undefined && /^[/|]$/.test(second.text)) return pairOf(statement, first, third);
  if (third !== undefined && second?.lower === "and" && /^cred/i.test(statement.label) && link === "states")
    return pairOf(statement, first, third);
  // Each in quotes, with nothing between the quotes and the stroke.
  if (second !== undefined && first.isQuoted && /^\/["'`*]/.test(second.text)) {
    const bare = { ...second, text: second.text.replace(/^\/["'`*]+/, "") };
    return pairOf(statement, first, { ...bare, start: second.end - bare.text.length });
  }
  return undefined;
}

function pairOf({ kind, link, words }: StatedValue, user: StatedWord, password: StatedWord): TextSpan | undefined {
  if (isTalkInPair(user.text, password.text)) return undefined;
  if (isCode(password.text)) return password;
  const isComplete = password.isLast || GOING_ON.has(words[words.indexOf(password) + 1]?.lower ?? "and");
  if (isComplete && isAccount(user.text) && (kind === "login" || link !== "colon")) return password;
  return kind === "login" && link !== "gives" && isComplete && !isTalk(user) && !isTalk(password)
    ? password
    : undefined;
}

/** Users that every system or every demonstration has. */
const isName = (user: string): boolean =>
  /^(?:admin|root|user|guest|demo|test|administrator|sa|postgres|pi)$/i.test(user);
const isAccount = (user: string): boolean => /[\d@]/.test(user) || isName(user);
const isTalkInPair = (user: string, password: string): boolean =>
  [user, password].some((one) => isTemplateOrAbout(one) || FUNCTION_WORDS.has(one.toLowerCase())) ||
  /^[A-Z]+$/.test(user);
const isTemplateOrAbout = (word: string): boolean =>
  /^(?:user(?:name)?|e-?mail|pass(?:word)?|token|secret|key|id)$/i.test(word) ||
  (isPlaceholder(word) && !GENERIC.has(word.toLowerCase()));

/** A value with a digit or a sign in it. */
function codeIn({ kind, label, link, words }: StatedValue, first: StatedWord): TextSpan | undefined {
  const text = first.text.replace(/[!?]+$/, "");
  const isNative = /^(?:pw|psk|pass|passw(?:d|ord)|passphrase|passcode|login|cred|log|sign)/i.test(label);
  if (isJoined({ link }) && isPartlyTemplate(text)) return first;
  if (isHarmlessCode(text)) return undefined;
  if (/^\d+$/.test(text)) return isPinLike(text, link, kind) ? first : undefined;
  if (!isNative) return /\d/.test(text) && text.length >= 6 && /[a-z]{3}/i.test(text) ? first : undefined;
  if (kind === "login") return isStrongCode(text) ? first : undefined;
  if (link === "states" || link === "changes" || link === "colon") {
    const isName = isWordy(text) && text.includes("_") && !/\d$/.test(text);
    return isName && !first.isLast && /^[a-z]/.test(words[1]?.text ?? "") ? undefined : first;
  }
  return isStrongCode(text) || (first.isLast && isNamedWithNumber(text)) ? first : undefined;
}

/** `ab{{cd}}`: written out at its start, so that the braces are no place for all of it. */
const isPartlyTemplate = (text: string): boolean => /^[A-Za-z\d]+(?:\{\{|\$\{)\w+\}*\w*$/.test(text);

const isPinLike = (text: string, link: StatedValue["link"], kind: StatedValue["kind"]): boolean => {
  if (link !== "states" && link !== "colon" && link !== "changes") return false;
  return text.length >= (kind === "password" ? 4 : 6) && text.length <= 12;
};
/** `Winter2026`: a word with a capital or a long one, and the digits at its end. */
const isNamedWithNumber = (text: string): boolean => /^(?=.{8,})(?:[A-Z][a-z]{3,}|[a-z]{6,})\d{2,4}$/.test(text);
const isCode = (text: string): boolean => /[0-9!@#$%^&*+~]/.test(text) && !isHarmlessCode(text);
const isStrongCode = (text: string): boolean =>
  /\d/.test(text) &&
  !isWordy(text) &&
  (/[A-Z!@#$%^&*]/.test(text) || isRandom(text) || /^(?=.{8,}$)[a-z0-9]*\d[a-z]+\d[a-z0-9]*$/.test(text));

function isHarmlessCode(text: string): boolean {
  if (text.length < 4 || isPlaceholder(text) || isPathLike(text)) return true;
  // `password_field` is a name, `Password1` no longer.
  if (isAboutSecrets(text) && !/\d$/.test(text)) return true;
  // A member of code, but for `tejado.rojo15`.
  if (isExpression(text) && !/^[\w.-]*\d$/.test(text)) return true;
  if (!/[0-9!@#$%^&*+~]/.test(text) || !(/[a-z]/i.test(text) || /^\d+$/.test(text))) return true;
  return NUMBERED.test(text) || isTechnical(text);
}

/** An address, an option, a count with its unit, a version. */
const NUMBERED = /^(?:https?:|--?\w|\d+(?:-[a-z]+|[a-z]{1,2}|[+%])$|v?\d+[.:]\d)/i;

/** Ordinary words in a row that make no sentence, up to the end of the clause. */
function phraseIn(statement: StatedValue, least: number): TextSpan | undefined {
  const { kind, link, words } = statement;
  const [first] = words;
  if (first === undefined || link === "none" || link === "dash" || /s$/i.test(statement.label)) return undefined;
  if (first.isQuoted) return kind === "phrase" && first.text.split(" ").length >= least ? first : undefined;
  const end = words.findIndex((word) => word.isLast || FUNCTION_WORDS.has(word.lower));
  const stop = words[end];
  const run = stop === undefined ? words : words.slice(0, FUNCTION_WORDS.has(stop.lower) ? end : end + 1);
  const last = run.at(-1);
  if (!ENGLISH.test(statement.label) && isSentenceAbroad(statement.label, run)) return undefined;
  if (last === undefined || run.length < least || (stop !== undefined && !stop.isLast && !GOING_ON.has(stop.lower)))
    return undefined;
  const isCased =
    run.every(({ text }) => /^[A-Z][a-z]+$/.test(text)) || run.every(({ text }) => /^[a-z]{2,14}\d{0,4}$/.test(text));
  return isCased && !run.some((word) => isTalk(word, run.length > 3)) ? spanOf(first, last) : undefined;
}

const ENGLISH = /^(?:passw(?:or)?ds?$|pass ?phrase|passcode|pw|psk|pass$|log|sign|cred|mnemonic|seed|recovery)/i;

/** "entender el problema", "einfach zu merken"; beside a label that is also an ordinary word, also what begins with a verb. */
function isSentenceAbroad(label: string, run: readonly StatedWord[]): boolean {
  if (run.some(({ lower }) => SMALL_WORDS_ABROAD.has(lower))) return true;
  return ORDINARY_LABELS.has(label.toLowerCase()) && INFINITIVE.test(run[0]?.lower ?? "");
}

const INFINITIVE = /^\p{L}{2,}[aei]r(?:e|l[aeio]s?|me|se|si|nos|te)?$/u;

/** Two words that are said to be it, three that it becomes; after a colon a title or a message also has no small words. */
const leastWords = ({ link, label }: StatedValue): number => {
  if (link === "colon" && !/phrase$/i.test(label)) return 4;
  return link === "states" && /^p[as]/i.test(label) ? 2 : 3;
};

/** One ordinary word that ends the clause. */
function wordIn(statement: StatedValue, word: StatedWord): TextSpan | undefined {
  const { label, link, lead, words } = statement;
  const isEnglish = /^(?:passw(?:or)?d|passphrase|passcode|pw|psk|pass)$/i.test(label);
  if (!/^\p{L}{4,24}!?$/u.test(word.text) || (!isEnglish && !isForeignName(word, statement))) return undefined;
  if (isTalk(word) && !(isAccount(word.text) && word.isLast && link === "states")) return undefined;
  const before = lastWords(lead, 8);
  // "If the password is …" asks, and in "resetting your password is …" the verb is what is described.
  const isGerund = before.some((one, at) => one.endsWith("ing") && OWNERS.has(before[at + 1] ?? ""));
  if (isGerund || before.some((one) => CONDITIONS.has(one))) return undefined;
  const next = words[1]?.lower ?? "";
  const isOfOne = !FUNCTION_WORDS.has(before.at(-1) ?? "the") && OF_PLACE.has(next);
  if (!word.isLast && !(link === "states" && (next === "and" || next === "but" || next === "so" || isOfOne)))
    return undefined;
  if (link === "states" || link === "changes") return word;
  return link === "colon" && /^[a-z]/.test(word.text) && isProse(lead) ? word : undefined;
}

/** German writes nouns with a capital, and "lautet" is said of values alone; the others' adjectives have endings. */
function isForeignName({ text, lower }: StatedWord, { label, link, lead }: StatedValue): boolean {
  if (/^(?:passwort|kennwort)$/i.test(label)) return /^\p{Lu}/u.test(text) || (link === "colon" && lead !== "");
  return /^(?:mot|mdp|contra|senha)/i.test(label) && link === "states" && !ADJECTIVE.test(lower);
}

const ADJECTIVE = /(?:[oaéeus]s?|ect|if|is|able|ible|aire|nte?|ve|al|il|or|un|mal)$/u;

const OWNERS = new Set(["a", "the", "your", "my", "our", "their", "his", "her"]);
const CONDITIONS = new Set(["if", "whether", "when", "that", "until", "unless", "ensure", "because"]);
/** After "the root password is …" these go on; after "the password is …" they mostly follow an adjective. */
const OF_PLACE = new Set(["for", "on", "in", "at"]);

/** Words before the label, and nothing of code. */
const isProse = (lead: string): boolean =>
  /[\p{L}]/u.test(lead) && !/[{}()[\];=<>|\\]/.test(lead) && !/^\s*(?:[a-z]+:)?\s*["'`]/.test(lead);

/** A word that says something about a password, or a form of a verb. */
function isTalk({ text, lower }: StatedWord, isLong = false): boolean {
  const bare = lower.replace(/[!?:]+$/, "");
  if (FUNCTION_WORDS.has(bare) || GENERIC.has(bare) || ABOUT.has(bare) || IN_SENTENCES.has(bare)) return true;
  if (isPlaceholder(text) || isAboutSecrets(bare) || baseForm(bare) !== undefined) return true;
  return (
    !isLong && (DESCRIBING.has(bare) || /(?:ed|ing|able|ible|[ao]ry|ive|ous|ful|less|al|ent|ant|tion|ic)$/.test(bare))
  );
}

const isPin = ({ text }: StatedWord): boolean => /^\d{4,12}$/.test(text);

/** A key is generated or has digits; a word in quotes may be a name. */
function isKey({ text }: StatedWord): boolean {
  if (text.length < 6 || isHarmlessCode(text) || /^\d+$/.test(text) || !/\d/.test(text) || !/[a-z]/i.test(text))
    return false;
  return !/^[a-z]+[-_/.]/i.test(text) || !isWordy(text);
}
