type Compiled = { readonly sql: string; readonly parameters: readonly unknown[] }

/**
 * A query as a text that can be asked again: its parameters stand in it as values, and its lines begin at the margin. Only for queries whose
 * parameters are whole numbers; any other is a defect and throws.
 */
export const printedQuery = ({ sql, parameters }: Compiled): string =>
  outdented(sql.replaceAll(/\$(\d+)/g, (_, number: string) => wholeText(parameters[Number(number) - 1])))

const wholeText = (value: unknown): string => {
  if (!Number.isSafeInteger(value)) throw new Error('A printed query has a parameter that is no whole number')
  return String(value)
}

/** Without the blank lines around it, and without the spaces that all of its lines begin with. */
const outdented = (text: string): string => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const margin = Math.min(...lines.map((line) => line.length - line.trimStart().length))
  return lines.map((line) => line.slice(margin).trimEnd()).join('\n')
}
