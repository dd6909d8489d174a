/** Normalises remote URLs, so that ssh and https URLs of one repository are equal and no credentials are kept. */
import { posix } from "node:path";
import { shown } from "./project.ts";

const URL_CHARS = 2048;

/** Other host names of the same server. */
const HOST_ALIASES: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "www.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com",
  "altssh.bitbucket.org": "bitbucket.org",
  "ssh.dev.azure.com": "dev.azure.com",
};

/** Hosts where `Owner/Name` and `owner/name` are the same repository. */
const CASE_BLIND_HOSTS = ["github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "dev.azure.com"];

/** `host/owner/name`, or `file:/path` for a local one (relative to `base`); undefined if there is nothing usable. */
export function normaliseRemote(url: string, base = "/"): string | undefined {
  const text = shown(url).trim();
  if (text === "" || text.length > URL_CHARS) return undefined;
  // A transport helper may be any command line; only a URL inside it counts.
  const helper = /^[a-z0-9][a-z0-9+.-]*::(.*)$/i.exec(text);
  if (helper) return /^[a-z][a-z0-9+.-]*:\/\//i.test(helper[1]!) ? normaliseRemote(helper[1]!, base) : undefined;
  const parts = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text);
  if (parts?.[1]?.toLowerCase() === "file") return localRemote(decoded(parts[2]!.replace(/^[^/]*/, "")));
  if (parts) return hosted(withoutCredentials(parts[2]!), decoded);
  if (isScpLike(text)) return hosted(scpAsPath(text), (path) => path);
  return localRemote(text.replaceAll("\\", "/"), base);
}

/** A directory as a remote: with or without `.git` it is the same repository. */
export function localRemote(path: string, base = "/"): string | undefined {
  const slashed = path.replaceAll("\\", "/");
  const absolute = slashed.startsWith("/") || isDrive(slashed) ? slashed : posix.join(base, slashed);
  const plain = posix
    .normalize(absolute)
    .replace(/\/+$/, "")
    .replace(/\/?\.git$/, "");
  return plain === "" ? undefined : `file:${plain}`;
}

/** The directory that a local remote names. */
export function localPath(remote: string): string | undefined {
  return remote.startsWith("file:") ? remote.slice("file:".length) : undefined;
}

function hosted(place: string, decode: (path: string) => string): string | undefined {
  const [, authority = "", rest = ""] = /^(\[[^\]]*\][^/]*|[^/]*)\/?(.*)$/.exec(place) ?? [];
  const bare = authority.replace(/^\[([^\]]*)\].*$/, "$1").toLowerCase();
  const name = (authority.startsWith("[") ? bare : bare.replace(/:.*$/, "")).replace(/\.$/, "");
  const host = HOST_ALIASES[name] ?? name;
  const path = repositoryPath(decode(rest.replace(/[?#].*$/, "")), host);
  if (host === "" || path === "") return undefined;
  return `${host}/${CASE_BLIND_HOSTS.includes(host) ? path.toLowerCase() : path}`;
}

function repositoryPath(path: string, host: string): string {
  const plain = path
    .replace(/\/{2,}/g, "/")
    .replace(/^\/|\/$/g, "")
    .replace(/\.git$/, "")
    .replace(/\/$/, "");
  // On Azure, v3/org/project/name over ssh is org/project/_git/name over https.
  return host === "dev.azure.com" ? plain.replace(/^v3\//, "").replace("/_git/", "/") : plain;
}

/** A password may contain a slash, which looks like the end of the host: everything before the last @ is dropped. */
function withoutCredentials(rest: string): string {
  const authority = rest.replace(/\/.*$/s, "");
  if (authority.includes("@")) return rest.slice(authority.lastIndexOf("@") + 1);
  const oddPort = /^[^[]*:/.test(authority) && !/:\d*$/.test(authority);
  return oddPort && rest.includes("@") ? rest.slice(rest.lastIndexOf("@") + 1) : rest;
}

function isScpLike(text: string): boolean {
  return !isDrive(text) && /^(?:[^/@]*@)*(?:\[[^\]/]*\]|[^/:]+):/.test(text);
}

function scpAsPath(text: string): string {
  const head = text.replace(/\/.*$/s, "");
  const place = text.slice((head.includes("@") ? head : text).lastIndexOf("@") + 1);
  if (!place.startsWith("[")) return place.replace(/:\/*/, "/");
  // [host:port]:path, and [ipv6]:path whose colons belong to the address.
  const [, inner = "", path = ""] = /^\[([^\]]*)\]:?\/*(.*)$/.exec(place) ?? [];
  return /^[^:]*:\d+$/.test(inner) ? `${inner}/${path}` : `[${inner}]/${path}`;
}

function isDrive(text: string): boolean {
  return /^[a-z]:[\\/]/i.test(text);
}

function decoded(path: string): string {
  try {
    return shown(decodeURIComponent(path));
  } catch {
    // A lone % is not an escape: the path is literal.
    return path;
  }
}
