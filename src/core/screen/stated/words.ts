/** The words by which people state a secret: labels, what links them to a value, and the closed classes of words that never are one. */

/** What a label asks for: a password, a user with a password, a number, a generated key, or words in a row. */
export type StatedKind = "password" | "login" | "pin" | "key" | "phrase";

const table = (rows: Readonly<Record<StatedKind, string>>): ReadonlyMap<string, StatedKind> =>
  new Map(Object.entries(rows).flatMap(([kind, list]) => list.split(", ").map((label) => [label, kind as StatedKind])));

/** In English, German, French, Spanish, Portuguese and Italian; several words have one blank between them. */
export const LABELS = table({
  password:
    "password, passwords, passwd, passphrase, passcode, passwort, kennwort, mot de passe, mdp, contraseña, contrasena, " +
    "clave, senha, palavra-passe, parola, parola d'ordine, pw, pass, psk",
  login:
    "login, logins, credentials, creds, log in as, login as, sign in as, logged in as, log in with, login with, sign in with",
  pin: "pin, pin code, pin number",
  key: "token, secret, api key, api-key, apikey, access key, secret key, auth key, license key, security key, account key",
  phrase:
    "mnemonic, seed phrase, recovery phrase, pass phrase, frase secreta, frase secreto, frase segreta, phrase secrète",
});

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** State that what follows is the value. */
export const COPULAS = words("is are was were be became remains equals ist lautet war est c'est c’est es é è -> →");
/** Before a copula in the infinitive: "should be", "has been". */
export const AUXILIARIES = words("should will would shall has have had");
/** Between the link and the value. */
export const FILLERS = words(
  "now still just always only simply actually currently literally set to jetzt noch immer maintenant ahora agora adesso siempre sempre",
);
/** Start what is said about the label before the link: "for the router", "del servidor", "we use". */
export const MODIFIERS = words(
  "for of on to in at from with that which you we i they he she it für von vom zum zur beim im de du del dello della di des da do para per pour",
);
/** Verbs by which a password comes to be; before "password to" they make the next word the value. */
export const SETTING = words(
  "change changed changes changing set sets setting reset resets switch switched update updated rotate rotated",
);
/** Before "password" they announce a value without a link. */
export const GIVING = words("with using use and enter type user username login mit avec con com");
/** Go on after a value; a value before them is complete. */
export const GOING_ON = words("and but for on so or at in");

/** Labels that are ordinary words too: Spanish "clave" is also a key to something, Italian "parola" a word. */
export const ORDINARY_LABELS = words("clave parola");

/** Small words of the other languages: a row of words with one of them is a sentence. They are English words too, so never beside an English label. */
export const SMALL_WORDS_ABROAD = words(
  "der die das den dem ein eine einen zu wie im in nicht und oder mit für von el la los las un una lo que no y o con por para de del " +
    "en se le les des du ne pas et ou avec pour dans à au os as um uma não e em na com il gli i di da che non per al nel",
);

/** Articles, pronouns, prepositions, conjunctions, auxiliaries, question words, negations: the closed classes. */
export const FUNCTION_WORDS = words(
  "a an the this that these those my your our his her its their i you he she it we they me him us them who whom whose what which " +
    "when where why how of in on at to by for from with without as than into onto over under about after before between through " +
    "during against per via within and or nor but so yet if unless until while because although though whether since " +
    "is are was were be been being am do does did has have had can could may might must shall should will would " +
    "not no never none ever also too very more most much many few some any each every all both either neither only just even " +
    "there here then now again always often still already yes ok up out off down one isn't aren't wasn't doesn't don't can't",
);
