// The outside access that each folder is allowed: clock, environment, database, files, programs, network, screen.
import { faces, placeOf } from "./floors.ts";
import { codeOf, type Import, importsOf } from "./scan.ts";
import type { SourceFile } from "./tree.ts";

interface Reach {
  name: string;
  /** Folders or files of src that may. */
  only: string[];
  code?: RegExp;
  module?: RegExp;
}

const entries = ["bin.ts", "hook.ts"];
const pure = [..."detect learn remember search apply plan".split(" "), "store/replicate/machines"];

const reaches: Reach[] = [
  {
    name: "the clock",
    only: ["core/base/clock.ts"],
    code: /\bDate\.now\b|\bnew Date(?:\(\s*\)|(?!\s*\(|\w))|\bperformance\.now\b|\bprocess\.hrtime\b/,
    module: /^(?:node:)?perf_hooks$/,
  },
  {
    name: "the machine's clock, not the one of its call",
    // Files are compared with real times.
    only: ["core/base/clock.ts", "verbs/call/environment.ts", "store", "team-server/src"],
    code: /\bsystemClock\b/,
  },
  { name: "the environment", only: ["verbs/call/environment.ts", ...entries], code: /\bprocess\.env\b|\bprocess\s*\[/ },
  {
    name: "SQL",
    only: ["store", "team-server/src/postgres"],
    code: /\.prepare\(|\.sql\(|\b(?:db|database|connection)\.exec\(/i,
    module: /^(?:node:sqlite|pg)$/,
  },
  {
    name: "files",
    only: [
      "store",
      "system/project",
      "capture",
      "agents",
      "system/install",
      "system/run",
      "models/prompts.ts",
      "verbs/memory/artifacts/start-block.ts",
      "faces/http/page-files.ts",
      "team-server/src/postgres/migrate.ts",
    ],
    module: /^(?:node:)?fs(?:\/promises)?$/,
  },
  {
    name: "other programs",
    only: ["system/run", "system/install", "system/loopback/open-in-browser.ts"],
    module: /^(?:node:)?(?:child_process|cluster|worker_threads)$/,
  },
  {
    name: "the network",
    only: ["models", "faces/http", "faces/mcp", "system/loopback", "store/replicate/team", "team-server"],
    code: /(?<![.\w])fetch\(|\bnew (?:WebSocket|EventSource)\b/,
    module:
      /^(?:node:)?(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)$|^(?:undici|ws|hono|ai|pg|postgres)(?:\/|$)|^@(?:hono|ai-sdk|modelcontextprotocol)\//,
  },
  {
    name: "writing records",
    only: [
      "store",
      "verbs/call/commit-changes.ts",
      "team-server/src/serve/commit.ts",
      "team-server/src/serve/routes/proposals.ts",
    ],
    code: /\brecords\s*\.commit\(/,
  },
  {
    name: "who calls",
    only: ["verbs/call/call-context.ts"],
    code: /\.isAgent\b|[{,]\s*isAgent\s*[,}]/,
  },
  {
    name: "the screen",
    only: [...faces, ...entries, "team-server/src/main.ts"],
    code: /\bconsole\.|\bprocess\.(?:stdout|stderr)\b|\bwriteSync\(\s*[12]\b/,
  },
];

/** Node modules without side effects; core and the pure stages need no others. */
const computing = /^node:(?:assert|buffer|crypto|path|string_decoder|url|util)(?:\/|$)/;
const computingInStages = /^node:(?:crypto|util)(?:\/|$)/;

export function reachesTooFar(files: SourceFile[]): string[] {
  return files.flatMap((file) => [...forbiddenReaches(file), ...forbiddenModules(file), ...openedByAFace(file)]);
}

function forbiddenReaches({ path, text }: SourceFile): string[] {
  const imports = importsOf(text);
  const lines = codeOf(text).split("\n");
  return reaches
    .filter((reach) => !reach.only.map(pathOf).some((place) => path === place || path.startsWith(`${place}/`)))
    .flatMap((reach) => {
      const used = lines.flatMap((line, at) => (reach.code?.test(line) ? [`line ${at + 1}`] : []));
      const imported = imports
        .filter((found) => reach.module?.test(found.from) && !isDescriptorsOnly(path, found))
        .map((found) => `import of ${found.from}`);
      return [...used, ...imported].map(
        (where) => `${path} reaches for ${reach.name} (${where}): only ${reach.only.join(", ")} may`,
      );
    });
}

function pathOf(place: string): string {
  return place.startsWith("team-server") ? place : `src/${place}`;
}

function forbiddenModules({ path, text }: SourceFile): string[] {
  const place = placeOf(path);
  const isPure = pure.some((folder) => path.startsWith(`src/${folder}/`));
  const allowed = place === "core" ? computing : isPure ? computingInStages : /^/;
  return importsOf(text)
    .filter((found) => found.from.startsWith("node:") && !allowed.test(found.from))
    .map((found) => `${path} imports ${found.from}: ${place} only computes`);
}

// Faces use descriptors that are already open: writeSync(1, ...), readFileSync(0).
const onDescriptors = ["writeSync", "readSync", "readFileSync", "fstatSync"];

function isDescriptorsOnly(path: string, found: Import): boolean {
  const speaks = [...faces, ...entries].includes(placeOf(path));
  return speaks && found.names.length > 0 && found.names.every((name) => onDescriptors.includes(name));
}

function openedByAFace({ path, text }: SourceFile): string[] {
  // The page is part of the program, like the prompts.
  if (path === "src/faces/http/page-files.ts") return [];
  if (!faces.includes(placeOf(path)) || !/\breadFileSync\((?!\s*0\b)/.test(codeOf(text))) return [];
  return [`${path} opens a file: a face reads its standard input, readFileSync(0), and nothing else`];
}
