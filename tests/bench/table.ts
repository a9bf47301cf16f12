/** Figures by their column. */
export type Row = Record<string, string | number>

/** Rows with the same fields as a text table under a title; numbers are aligned to the right. */
export const table = (title: string, rows: readonly Row[]): string => {
  const names = Object.keys(rows[0] ?? {})
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return `\n${title}\n${cells.map(line).join('\n')}\n`
}
