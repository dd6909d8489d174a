/** Reading transcripts: speed against a bare loop, and memory: `node bench/transcripts.ts [--megabytes 200] [--keep FILE]`. */
import { spawnSync } from "node:child_process";
import { closeSync, createReadStream, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readClaudeCode } from "../src/agents/format/claude-code.ts";
import { importTranscript } from "../src/capture/agents/transcript/import-transcript.ts";
import { parsedLines } from "../src/capture/agents/transcript/parsed-lines.ts";
import { sentence } from "./sentences.ts";
import { importIntoHome } from "./transcript-import.ts";

const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "200" },
    keep: { type: "string" },
    way: { type: "string" },
    file: { type: "string" },
  },
});

/** Each way of reading runs in a separate process, so that its memory can be measured. */
const WAYS: Record<string, (file: string) => number | Promise<number>> = {
  "readline + JSON.parse": async (file) => {
    let lines = 0;
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      try {
        JSON.parse(line);
        lines += 1;
      } catch {
        // A bare loop skips broken lines.
      }
    }
    return lines;
  },
  "read and parse": (file) => {
    let lines = 0;
    for (const line of parsedLines(file, 0)) lines += "line" in line ? 1 : 0;
    return lines;
  },
  "read, parse and understand": (file) => {
    let events = 0;
    const memory = {};
    for (const line of parsedLines(file, 0)) events += "line" in line ? readClaudeCode(line.line, memory).length : 0;
    return events;
  },
  "entire import, screened": (file) => {
    const { items, end } = importTranscript({ name: "claude-code", read: readClaudeCode }, file);
    let count = 0;
    for (const _ of items) count += 1;
    const { skipped } = end();
    console.error(`  skipped: ${skipped.map(({ reason, count }) => `${reason} ${count}`).join(", ")}`);
    return count;
  },
  "entire import, into a home": async (file) => {
    const {
      keptMegabytes,
      transactions,
      longestWriteMs,
      longestWriteCpuMs,
      longestBlockMs,
      indexedMegabytesPerSecond,
    } = await importIntoHome(file);
    console.error(`  its kept text, put into an index alone: ${indexedMegabytesPerSecond.toFixed(1)} MB a second`);
    console.error(
      `  longest of ${transactions} write transactions: ${longestWriteMs.toFixed(0)} ms, ${longestWriteCpuMs.toFixed(0)} ms of the processor; longest wait of a timer: ${longestBlockMs.toFixed(0)} ms`,
    );
    return keptMegabytes;
  },
};

if (values.way !== undefined) await measure(values.way, values.file!);
else compare();

function compare(): void {
  const file = values.keep ?? join(tmpdir(), `oldhand-transcript-${process.pid}.jsonl`);
  makeTranscript(file, Number(values.megabytes));
  const megabytes = statSync(file).size / 1e6;
  console.log(
    `a transcript of ${megabytes.toFixed(0)} MB, with a line of 10 MB, bytes that are no UTF-8, and deep JSON\n`,
  );
  console.log(`${"".padEnd(28)}   MB/s   ratio   peak memory   processor`);
  let bare: number | undefined;
  const costs: Cost[] = [];
  for (const way of Object.keys(WAYS)) {
    const cost = started(way, file);
    costs.push(cost);
    const { seconds, cpuSeconds, peakMegabytes } = cost;
    bare ??= seconds;
    const speed = (megabytes / seconds).toFixed(0).padStart(6);
    console.log(
      `${way.padEnd(28)} ${speed}  x ${(bare / seconds).toFixed(2)}   ${peakMegabytes.toFixed(0).padStart(8)} MB  ${cpuSeconds.toFixed(1).padStart(8)} s`,
    );
  }
  const [screened, stored] = costs.slice(-2);
  const indexing = stored!.result / (stored!.cpuSeconds - screened!.cpuSeconds);
  console.log(
    `\n${stored!.result.toFixed(0)} MB of it are kept; stored and indexed at ${indexing.toFixed(1)} MB a second`,
  );
  if (values.keep === undefined) rmSync(file);
}

type Cost = Readonly<Record<"seconds" | "cpuSeconds" | "peakMegabytes" | "result", number>>;

function started(way: string, file: string): Cost {
  const script = fileURLToPath(import.meta.url);
  const done = spawnSync(process.execPath, [script, "--way", way, "--file", file], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (done.status !== 0) throw new Error(`${way} failed`);
  return JSON.parse(done.stdout);
}

async function measure(way: string, file: string): Promise<void> {
  const began = performance.now();
  const result = await WAYS[way]!(file);
  const seconds = (performance.now() - began) / 1000;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
  console.log(JSON.stringify({ seconds, cpuSeconds, peakMegabytes: maxRSS / 1024, result }));
}

/** A realistic transcript: questions, answers, thinking, commands, and files that were read and edited. */
function makeTranscript(file: string, megabytes: number): void {
  const out = openSync(file, "w");
  let [written, turn] = [0, 0];
  const put = (bytes: string | Buffer): void => {
    written += typeof bytes === "string" ? writeSync(out, bytes) : writeSync(out, bytes);
  };
  while (written < megabytes * 1e6) {
    put(turnOf(turn++));
    if (turn === 50) put(`${JSON.stringify({ type: "attachment", attachment: { content: "x".repeat(10e6) } })}\n`);
    if (turn === 60) put(Buffer.from('{"type":"user","message":{"content":"caf\xe9 \xff\xfe"}}\n', "latin1"));
    if (turn === 70) put(`{"type":"user","message":${"[".repeat(1e6)}${"]".repeat(1e6)}}\n`);
  }
  closeSync(out);
}

function turnOf(turn: number): string {
  const words = (count: number): string => Array.from({ length: count }, (_, i) => sentence(turn * 31 + i)).join(" ");
  const code = Array.from(
    { length: 120 },
    (_, i) => `  const line${i} = read("${turn}/${i}");\t// ${sentence(i)}`,
  ).join("\n");
  const at = { sessionId: "bench", cwd: "/home/dev/app", timestamp: new Date(1.78e12 + turn * 60_000).toISOString() };
  const agent = (block: object): object => ({
    type: "assistant",
    ...at,
    message: { role: "assistant", content: [block] },
  });
  const result = (id: string, content: string, toolUseResult: object): object => ({
    type: "user",
    ...at,
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
    toolUseResult,
  });
  return [
    { type: "user", ...at, message: { role: "user", content: words(2) } },
    agent({ type: "thinking", thinking: words(30), signature: "A".repeat(800) }),
    agent({ type: "text", text: words(4) }),
    agent({ type: "tool_use", id: `read${turn}`, name: "Read", input: { file_path: "/home/dev/app/src/main.ts" } }),
    result(`read${turn}`, code, { type: "text", file: { content: code } }),
    agent({
      type: "tool_use",
      id: `edit${turn}`,
      name: "Edit",
      input: { file_path: "/home/dev/app/src/main.ts", old_string: "a", new_string: "b" },
    }),
    result(`edit${turn}`, "The file was updated.", { originalFile: code.repeat(3) }),
    agent({ type: "tool_use", id: `run${turn}`, name: "Bash", input: { command: `npm test -- --part ${turn}` } }),
    result(`run${turn}`, words(40), { stdout: words(40), stderr: "", interrupted: false }),
    agent({ type: "text", text: words(8) }),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}
