/** The word that somebody most likely meant, for "did you mean". */

export function nearest(word: string, known: readonly string[]): string | undefined {
  const most = word.length <= 3 ? 1 : 2;
  const ranked = known
    .map((name) => ({ name, far: name.startsWith(word) && word.length > 1 ? 0.5 : distance(word, name) }))
    .filter(({ far }) => far <= most)
    .toSorted((a, b) => a.far - b.far);
  return ranked[0]?.name;
}

/** Letters to put in, take out, replace or swap with their neighbour. */
function distance(a: string, b: string): number {
  let [older, old]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = old[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? older[j - 2]! + 1 : replaced;
      row.push(Math.min(old[j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    [older, old] = [old, row];
  }
  return old[b.length]!;
}
