/** Writes the features of the candidates for every question, to fit the weights: `node bench/recall-quality/dump-features.ts DIR OUT [person]`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { candidates } from "../../src/recall/rank-units.ts";
import { openPassages } from "../../src/store/local/databases/passages-db.ts";
import { homeFrom } from "../../src/store/local/files/home.ts";
import { sessions } from "./corpus.ts";
import { imported } from "./home.ts";

const [directory = "", out = "", only] = process.argv.slice(2);
const lines: string[] = [];
for (const corpus of sessions(directory, only === "person" ? "person" : "all")) {
  const { home, messageOf, close } = await imported(corpus);
  const passages = openPassages(homeFrom({ oldhandHome: join(home, "home") }));
  for (const { text, evidence, kind } of corpus.questions) {
    const rows: unknown[] = [];
    const features = new Map<number, object>();
    const hits = passages.find(text, {
      scopeKeys: ["nowhere"],
      limit: 1000,
      rank: (found, options) =>
        candidates(found, options).map(({ row, features: own }, at) => {
          features.set(at, own);
          return { rowid: row, score: -at, relevance: 0, matched: [] };
        }),
    });
    for (const { id, place, ord, role, score } of hits) {
      const message = messageOf(`${id}.${place}`);
      const isRight = ord === 0 && message !== undefined && evidence.includes(message);
      rows.push({ ...features.get(-score), role, isRight, id: `${id}.${place}` });
    }
    lines.push(JSON.stringify({ person: corpus.name, kind, text, evidence: evidence.length, rows }));
  }
  passages.close();
  close();
  console.log(corpus.name);
}
writeFileSync(out, lines.join("\n"));
