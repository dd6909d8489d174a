/** The names by which only this machine reaches a port of its own, and the origins of pages that are served there. */

type OwnNames = { isHost(host: string | undefined): boolean; isOrigin(origin: string): boolean };

export function ownNames(port: number): OwnNames {
  // The name that was asked for gives a page away that had its own name point here.
  const hosts = new Set(["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`));
  const origins = new Set([...hosts].map((host) => `http://${host}`));
  return {
    isHost: (host) => host !== undefined && hosts.has(host.toLowerCase()),
    isOrigin: (origin) => origins.has(origin.toLowerCase()),
  };
}
