/** Compiles a pattern on first use: literals with Unicode classes cost a millisecond each at every start. */

export function lazyPattern(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, flags);
    return made;
  };
}
