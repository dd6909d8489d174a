/** Filler words of statements, the names of programs, and how a phrase is split into words. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Little words, words of manner and time, people, and things that every command has. */
const SAYS_NOTHING = set(`
the a an this that these those any all each every some our your my their its his her own we i you they he she it us them
be is are was were been being am do does did done doing have has had get gets got getting go goes going gone
to of in on at for from into onto with by via through against and or nor but as than then so if when while because since
just only ever never not no please really simply always still also too even yet again now here anymore any more
direct directly straight straightaway me account accounts data app application codebase team open opening opened  right manually hand hand-written handwritten yourself yourselves ourselves oneself himself
locally local laptop laptops computer workstation machine machines repo repos repository project projects codebase monorepo
use uses used using run runs ran running call calls calling called invoke make-sure execute executing executed start starting started
want wants prefer allowed permitted ok okay needed let us try trying made making
nobody anybody anyone everyone everybody people person developer developers agent agents human humans somebody someone
anything something everything thing things stuff itself themselves one ones other others another
command commands program programs tool tools binary script scripts option options flag flags argument arguments switch
file files folder folders directory directories dir dirs path paths contents content
carry carries typed branch branches server servers host hosts box boxes instance instances node nodes cluster environment environments env envs
suite existing raw plain bare old new shared remote straight-up whole entire unattended accidentally casually blindly
monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays
weekend weekends afternoon afternoons morning mornings evening night day days daytime hours business week month today
venv virtualenv terminal console long-lived short-lived explicitly explicit implicit own real first last system global-level
profile profiles context contexts everyday work named called skip skipping bypass bypassing circumvent protection checks managed manage handled handle kept point runtime shell january february march april may june july august september october november december spring summer autumn winter
runner runners vm vms infra infrastructure object objects item items entry entries port ports office mode
namespace namespaces pod pods
code under below inside within outside over out up off down around about before after during
`);

/** Words that only describe what a path names already. */
const DESCRIBES = set(
  "generated compiled committed published checked-in vendored minified synced built legacy client clients snapshot snapshots artifact artifacts config configs source sources",
);

export const describesPath = (word: string): boolean => DESCRIBES.has(word);

export const saysNothing = (word: string): boolean => SAYS_NOTHING.has(word) || /^(?:19|20)\d\d$/.test(word);

/** Parts of a project that a command may name, and mostly does not. */
export const isPart = (word: string): boolean => /^(?:frontend|backend|ui|client)$/.test(word);

/** Programs whose names are everyday words: alone in a sentence they name nothing. */
const EVERYDAY = set(
  "make go test find sort kill cat which time watch yes at cut head join install open less more just task node start touch echo date file host look split rake top mount pass who last man w type set read wait link expect script sleep history info service screen tree column env say cp dd services buf act air",
);

export const isEveryday = (word: string): boolean => EVERYDAY.has(word);

const SPOKEN: Readonly<Record<string, string>> = {
  homebrew: "brew",
  ripgrep: "rg",
  opentofu: "tofu",
  kubernetes: "kubectl",
  golang: "go",
  nodejs: "node",
  makefile: "make",
  cocoapods: "pod",
  justfile: "just",
  neovim: "nvim",
  vscode: "code",
  python3: "python",
  pip3: "pip",
  "apt-get": "apt",
  nextest: "cargo-nextest",
  golangci: "golangci-lint",
  postgresql: "postgres",
};

const SHORTER: Readonly<Record<string, string>> = {
  i: "install",
  in: "install",
  t: "test",
  "run-script": "run",
  un: "uninstall",
  rm: "remove",
  b: "build",
};

const own = (table: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(table, word) ? (table[word] ?? word) : word;

/** A program by one name, whichever is used. */
export const programName = (word: string): string => own(SPOKEN, word.toLowerCase().replace(/^\.\//, ""));
/** Other names of a program. */
export const spokenNames = (program: string): readonly string[] =>
  Object.keys(SPOKEN).filter((name) => SPOKEN[name] === programName(program));
/** A subcommand by one name. */
export const verbName = (word: string): string => own(SHORTER, word).replace(/^\.\//, "").replace(/\/+$/, "");

export type Token = {
  readonly text: string;
  readonly lower: string;
  readonly kind: "flag" | "path" | "word";
  readonly isQuoted: boolean;
};

/** Cuts a phrase into words; quoted text with a blank is left out, `commandsQuoted` has it. */
export function tokensOf(phrase: string): readonly Token[] {
  const quoted = new Set(quotedIn(phrase).filter((one) => !/\s/.test(one)));
  return cutWords(phrase.replace(/`[^`]*\s[^`]*`|"[^"]*\s[^"]*"/g, " ").replace(/[`"]|(?<!\w)'|'(?!\w)/g, " ")).map(
    (text) => ({ text, lower: text.toLowerCase(), kind: kindOf(text), isQuoted: quoted.has(text) }),
  );
}

function kindOf(text: string): Token["kind"] {
  if (/^--?[a-zA-Z0-9]/.test(text)) return "flag";
  return /[/*~]|^\.\w|\w\.[a-z]\w{0,5}$/i.test(text) && !/^https?:/.test(text) ? "path" : "word";
}

export const quotedIn = (words: string): readonly string[] =>
  [...words.matchAll(/`([^`]{1,80})`|"([^"]{2,80})"|(?<!\w)'([^']{2,80})'(?!\w)/g)].map(
    (found) => found[1] ?? found[2] ?? found[3] ?? "",
  );

export const commandsQuoted = (words: string): readonly string[] =>
  quotedIn(words).filter((one) => /\s/.test(one.trim()));

export const cutWords = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((word) => (/^\.+$/.test(word) ? word : word.replace(/^[("[:]+|[)\]",;:!?]+$|(?<=\w|\/)\.+$/g, "")))
    .map((word) => word.replace(/(?<=\w)'s$/, ""))
    .filter((word) => /[\w.*~]/.test(word));
