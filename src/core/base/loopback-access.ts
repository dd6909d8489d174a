/** Checks for servers that only this machine may use: its own host names, page origins, and comparing secrets. */
import { createHash, timingSafeEqual } from "node:crypto";

type LoopbackNames = { isHost(host: string | undefined): boolean; isOrigin(origin: string): boolean };

export function loopbackNames(port: number): LoopbackNames {
  // Checking the requested name stops DNS rebinding: a foreign page whose name resolves to this machine.
  const hosts = new Set(["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`));
  const origins = new Set([...hosts].map((host) => `http://${host}`));
  return {
    isHost: (host) => host !== undefined && hosts.has(host.toLowerCase()),
    isOrigin: (origin) => origins.has(origin.toLowerCase()),
  };
}

/** Compares in constant time, so that the time taken reveals nothing about the secret. */
export function secretTest(secret: string): (sent: string) => boolean {
  const wanted = digest(secret);
  return (sent) => timingSafeEqual(digest(sent), wanted);
}

/** Digests have the same length whatever was sent, as the comparison needs. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
