export function postgresFolder(): string | undefined;
export function ensurePostgres(npm: (args: string[]) => boolean): boolean;
