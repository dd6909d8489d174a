/** Solves a system of linear equations by elimination, for one or more right sides: `rights` has a row for each equation. */
export function solveLinear(matrix: readonly Float64Array[], rights: readonly Float64Array[]): Float64Array[] {
  const size = matrix.length;
  const rows = matrix.map((row, at) => Float64Array.from([...row, ...rights[at]!]));
  for (let column = 0; column < size; column++) {
    const pivot = rows.slice(column).reduce((a, b) => (Math.abs(a[column]!) >= Math.abs(b[column]!) ? a : b));
    const from = rows.indexOf(pivot);
    [rows[column], rows[from]] = [pivot, rows[column]!];
    for (const [at, row] of rows.entries()) {
      if (at === column) continue;
      const share = row[column]! / pivot[column]!;
      for (let n = column; n < row.length; n++) row[n]! -= share * pivot[n]!;
    }
  }
  return rows.map((row, at) => row.subarray(size).map((value) => value / row[at]!));
}
