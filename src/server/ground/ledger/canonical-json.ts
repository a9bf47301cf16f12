/** The values of a ledger record: integers and strings, in lists and objects. */
export type Canonical = number | string | readonly Canonical[] | { readonly [field: string]: Canonical }

/**
 * The one text of a value that is hashed: keys sorted by code unit at every depth, no spaces. A number that is not whole has
 * no such text and is a defect. Source: src/specification/rct-alloc-1.md#canonical-json.
 */
export const canonicalJson = (value: Canonical): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return BigInt(value).toString()
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}

const isList = (value: object): value is readonly Canonical[] => Array.isArray(value)
