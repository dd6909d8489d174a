/** Reads the remotes from a git config file, and ignores everything else. */

const REMOTES_READ = 32;

/** The URLs as written, origin first. Ignores includes, rewrites and push URLs. */
export function remoteUrls(config: string): string[] {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[([^\]"]*)(?:"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line);
    if (header) remote = remoteNamed(header[1]!, header[2]);
    const url = remote === undefined ? undefined : urlIn(header ? header[3]! : line);
    // Fetches use the first URL of a remote; the others are only pushed to.
    if (remote !== undefined && url && !urls.has(remote)) urls.set(remote, url);
    if (urls.size >= REMOTES_READ) break;
  }
  const names = [...urls.keys()].toSorted((a, b) => Number(b === "origin") - Number(a === "origin"));
  return names.map((name) => urls.get(name)!);
}

function remoteNamed(section: string, quoted: string | undefined): string | undefined {
  const plain = section.trim().toLowerCase();
  if (quoted !== undefined) return plain === "remote" ? quoted.replace(/\\(.)/g, "$1") : undefined;
  return plain.startsWith("remote.") ? plain.slice("remote.".length) : undefined;
}

function urlIn(text: string): string | undefined {
  const value = /^\s*url\s*=\s*(.*)$/i.exec(text)?.[1];
  if (value === undefined) return undefined;
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value);
  if (quoted) return quoted[1]!.replace(/\\(.)/g, "$1");
  return value.split(/[#;]/, 1)[0]!.trim();
}
