/** Wishes in other languages: a mark of memory or duration near the start of a sentence, and nothing that takes it back. */
import type { RecordType } from "../core/record/record.ts";
import { bare } from "./reading.ts";
import type { WishRule } from "./wishes.ts";

type Language = {
  readonly name: string;
  readonly memory: RegExp;
  readonly lasting: RegExp;
  readonly forbids: RegExp;
  /** Questions, doubt, the moment, the past, and words that point at something else. */
  readonly passing: RegExp;
  readonly example: string;
};

/** For words in lower case without accents. */
export const LANGUAGES: readonly Language[] = [
  {
    name: "German",
    memory:
      /^(?:bitte )?(?:merke? dir|denke? (?:bitte )?(?:dran|daran)|vergiss nicht|notiere? dir|regel)(?: bitte)?(?:,? dass|:|,)\s*/,
    lasting:
      /^(?:\S+ ){0,3}(?:immer|nie|niemals|stets|grundsatzlich|ab sofort|ab jetzt|von nun an|in zukunft|kunftig|zukunftig)\b/,
    forbids: /\b(?:verboten|darf nie|durfen nie|auf keinen fall)\b/,
    passing:
      /\?|\b(?:heute|gerade|diesmal|vielleicht|eventuell|glaube|wurde\w*|war\w*|hatte\w*|dies\w*|jenes|das (?:nie|immer)|fehl\w*|warum|wieso)\b(?! (?:projekt|repo|team))/,
    example: "Merk dir: Staging läuft auf Port 8443",
  },
  {
    name: "French",
    memory: /^(?:souviens-toi|rappelle-toi|retiens|note|n'oublie pas|memorise|regle)(?: bien)?(?: que| qu'| ?:)\s*/,
    lasting:
      /^(?:\S+ ){0,3}(?:toujours|jamais|desormais|dorenavant|a l'avenir|a partir de maintenant|systematiquement)\b/,
    forbids: /\b(?:interdit|en aucun cas|il ne faut jamais)\b/,
    passing:
      /\?|\b(?:aujourd'hui|cette fois|peut-etre|je (?:pense|crois)|etait|avait|avons|pour l'instant|pour le moment|ceci|cela|ca|pourquoi|echoue\w*)\b/,
    example: "Souviens-toi que la base est partagée",
  },
  {
    name: "Spanish",
    memory: /^(?:recuerda|ten en cuenta|no olvides|acuerdate|anota|apunta|regla)(?: de)?(?: que|:|,)\s*/,
    lasting: /^(?:\S+ ){0,3}(?:siempre|nunca|jamas|de ahora en adelante|a partir de ahora|en el futuro)\b/,
    forbids: /\b(?:prohibid[oa]s?|en ningun caso|bajo ningun concepto)\b/,
    passing:
      /[?¿]|\b(?:hoy|esta vez|quizas?|tal vez|creo|por ahora|era|estaba|hemos|habia|esto|eso|falla\w*|por que)\b/,
    example: "Nunca hagas push a main",
  },
  {
    name: "Portuguese",
    memory: /^(?:lembre-se|lembra-te|nao (?:se )?esqueca|anote|tenha em mente|regra)(?: de)?(?: que|:|,)\s*/,
    lasting:
      /^(?:\S+ ){0,3}(?:sempre|nunca|jamais|daqui (?:em|para a) (?:diante|frente)|a partir de agora|no futuro)\b/,
    forbids: /\b(?:proibid[oa]s?|em hipotese alguma)\b/,
    passing: /\?|\b(?:hoje|desta vez|talvez|acho|por enquanto|era|estava|isto|isso|falh\w*|por que)\b/,
    example: "Lembre-se de que o banco é compartilhado",
  },
  {
    name: "Japanese",
    memory: /^(?:覚えておいて(?:ください)?|メモ|ルール)[:：、。,]\s*/,
    lasting: /(?:常に|必ず|いつも|決して|絶対に|今後は?|これからは?)/,
    forbids: /(?:禁止|してはいけない)/,
    passing: /[?？]|(?:今日|今回|多分|かもしれ|でした|ました|これを|それを)/,
    example: "今後は回答を簡潔にしてください",
  },
  {
    name: "Chinese",
    memory: /^(?:请)?(?:记住|记得|注意|规则)[：:，,]\s*/,
    lasting: /(?:总是|始终|永远|从不|从来不|绝不|今后|以后|从现在起|每次都)/,
    forbids: /(?:禁止|不允许|必须)/,
    passing: /[?？吗呢]|(?:今天|这次|可能|也许|先|这个|那个|这两个|刚才|已经)/,
    example: "请记住，测试环境没有外网",
  },
];

/** The marks are no English words, so one of them tells the language. */
export function wishInLanguage(
  text: string,
): { readonly rule: WishRule; readonly type: RecordType; readonly text: string } | undefined {
  const words = bare(text);
  for (const { memory, lasting, forbids, passing } of LANGUAGES) {
    const asked = memory.exec(words);
    if ((asked === null && !lasting.test(words) && !forbids.test(words)) || passing.test(words)) continue;
    const stated = text.slice(asked?.[0].length ?? 0).replace(/[.!。！\s]+$/, "");
    if (forbids.test(words)) return { rule: "constraint", type: "policy", text: stated };
    if (asked !== null) return { rule: "remember", type: "fact", text: stated };
    return { rule: "preference", type: "preference", text: stated };
  }
  return undefined;
}
