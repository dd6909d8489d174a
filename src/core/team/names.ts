/** Names of members, machines, spaces and tokens: what they may look like, and when people would take one for another. */
import { cleanInvisible } from "../screen/invisible.ts";
import { normalised } from "../text/words.ts";

/** Why others cannot be shown this name; undefined if they can. */
export function nameProblem(name: string): string | undefined {
  if (cleanInvisible(name) !== name || name.includes("\n")) return "Names must not contain invisible characters.";
  if (!/[\p{L}\p{N}]/u.test(name) || /[\p{Co}\p{Cn}]/u.test(name)) return "Names consist of letters and digits.";
  const mixed = name.split(/[^\p{L}\p{M}]+/u).find(mixesAlphabets);
  return mixed === undefined ? undefined : `${JSON.stringify(mixed)} mixes letters of two alphabets.`;
}

/** In ordinary writing only these stand in one word with Latin letters. */
const BESIDE_LATIN = [
  /[\p{Script=Latin}\p{Script=Common}\p{Script=Han}\p{Script=Hangul}]/u,
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
];

function mixesAlphabets(word: string): boolean {
  const letters = [...word].filter((char) => /\p{L}/u.test(char));
  const isLatin = letters.some((char) => /\p{Script=Latin}/u.test(char));
  return isLatin && letters.some((char) => !BESIDE_LATIN.some((scripts) => scripts.test(char)));
}

export function looksLike(one: string, other: string): boolean {
  return normalised(one) === normalised(other) || shapeOf(one) === shapeOf(other);
}

/** Whole words can be written in letters that share shapes with ours: Latin letters, and what looks like each. */
const SAME_SHAPES = [
  ["aceijopsxyhv", "асеіјорѕхуһѵ"],
  ["ABCEHIJKMOPSTXY", "АВСЕНІЈКМОРЅТХУ"],
  ["avikopux", "ανικορυχ"],
  ["ABEZHIKMNOPTYX", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"],
  ["ABCDEFGHIJKLMNOPRSTUVWXYZ", "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ"],
  ["ABCDEGHJKLMPRSTVWZ", "ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ"],
  // Letters of phonetic alphabets count as Latin.
  ["agiABCDEGHIJKLMNOPRSTUVWYZ", "ɑɡıᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ"],
] as const;

const LATIN = new Map(SAME_SHAPES.flatMap(([latin, others]) => [...others].map((char, at) => [char, latin[at]!])));

function shapeOf(name: string): string {
  return [...name.normalize("NFKC")].map(shapeOfOne).join("").replace(/\s+/g, " ");
}

function shapeOfOne(char: string): string {
  const latin = LATIN.get(char) ?? char;
  if (/[Il1|]/.test(latin)) return "|";
  return latin === "0" ? "o" : latin.toLowerCase();
}
