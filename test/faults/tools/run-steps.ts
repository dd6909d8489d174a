/** A driver that opens a home, runs the verbs it is given one after the other, and acknowledges each after it returned. */
import { writeSync } from "node:fs";
import { fileHash, library } from "./built-library.ts";

/** A verb of the memory, such as `add` or `team.sync`, and what it is called with; `"$ID"` is replaced by the id of the last record. */
export type Step = readonly [verb: string, ...args: unknown[]];
export type Ack = {
  readonly step: number;
  readonly verb: string;
  readonly outcome?: string;
  readonly id?: string;
  readonly file?: string;
  readonly sha?: string;
  readonly texts?: readonly string[];
  readonly healthy?: boolean;
  readonly error?: { readonly code: string; readonly message: string };
};

if (import.meta.main) await drive(JSON.parse(process.argv[2] ?? "[]") as Step[]);

async function drive(steps: readonly Step[]): Promise<void> {
  const { openMemory, environment } = await library();
  const tell = (ack: Ack): void => void writeSync(1, `${JSON.stringify(ack)}\n`);
  let memory: Awaited<ReturnType<typeof openMemory>>;
  try {
    memory = await openMemory(environment(), { settle: "all", note: (text) => writeSync(2, `${text}\n`) });
  } catch (error) {
    tell({ step: -1, verb: "open", error: errorOf(error) });
    return;
  }
  let id = "";
  for (const [step, [verb, ...rest]] of steps.entries()) {
    try {
      const args = rest.map((arg) => (arg === "$ID" ? id : arg));
      const [name, part] = verb.split(".") as [string, string?];
      const owner: object = part === undefined ? memory : memory[name as "team"];
      const call = owner[(part ?? name) as keyof typeof owner] as (...args: unknown[]) => Promise<Result>;
      const result = await call(...(verb === "forget" ? [[await memory.get(String(args[0]))]] : args));
      const record = result.record ?? (result.file === undefined ? undefined : result);
      id = record?.id ?? id;
      tell({ step, verb, ...outcomeOf(result), ...(record !== undefined && verb !== "delete" && fileOf(record)) });
    } catch (error) {
      tell({ step, verb, error: errorOf(error) });
    }
  }
  memory.close();
}

type Result = {
  readonly id?: string;
  readonly file?: string;
  readonly outcome?: string;
  readonly healthy?: boolean;
  readonly record?: { readonly id: string; readonly file: string };
  readonly results?: readonly { readonly text: string }[];
};

function outcomeOf({ outcome, healthy, results }: Result): Partial<Ack> {
  return {
    ...(outcome !== undefined && { outcome }),
    ...(healthy !== undefined && { healthy }),
    ...(results !== undefined && { texts: results.map(({ text }) => text) }),
  };
}

function fileOf(record: Pick<Result, "id" | "file">): Partial<Ack> {
  const { id, file } = record as { id: string; file: string };
  return { id, file, sha: fileHash(file) };
}

function errorOf(error: unknown): { code: string; message: string } {
  const { code, message } = error as { code?: string; message: string };
  return { code: code ?? "none", message };
}
