/**
 * Encodes one parameter of a query for both databases: text, bytes (for bytea) or null. Arrays become PostgreSQL arrays, other
 * objects JSON; for a JSON column, an array or a bare string must already be JSON text. Throws for a value that no column can
 * hold.
 */
export const encodeParameter = (value: unknown): string | Uint8Array | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || value instanceof Uint8Array) return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayLiteral(value)
  if (typeof value === 'object') return JSON.stringify(value)
  throw new TypeError(`A ${typeof value} cannot be a parameter of a query`)
}

const arrayLiteral = (values: readonly unknown[]): string => `{${values.map(arrayElement).join(',')}}`

const arrayElement = (value: unknown): string => {
  if (Array.isArray(value)) return arrayLiteral(value)
  const encoded = encodeParameter(value)
  if (encoded === null) return 'NULL'
  const text = typeof encoded === 'string' ? encoded : String.raw`\x${Buffer.from(encoded).toString('hex')}`
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
