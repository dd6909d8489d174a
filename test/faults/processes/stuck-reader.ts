/** A driver that starts to read both databases of a home and never ends. */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const held = ["index.db", "state.db"].map((name) => {
  const db = new DatabaseSync(join(process.env.OLDHAND_HOME ?? "", name), { readOnly: true });
  db.exec("BEGIN");
  db.prepare("SELECT count(*) FROM sqlite_schema").get();
  return db;
});
writeSync(1, `reading ${held.length}\n`);
setInterval(() => {}, 60_000);
