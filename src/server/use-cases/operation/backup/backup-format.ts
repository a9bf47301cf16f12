import * as v from 'valibot'

/*
 * A backup is a gzip stream of lines. The first character of a line says what follows it: `H` the head, `T` the name of a table, `R` a
 * row of that table as the database's own JSON, `E` the end with the SHA-256 of all lines before it. Nothing in it is opened: what is
 * sealed with SEED_KEY stays sealed, so the key has a backup of its own.
 */

export const HEAD = 'H'
export const TABLE = 'T'
export const ROW = 'R'
export const END = 'E'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const backupHead = v.strictObject({
  format: v.literal('equipoise-backup-1'),
  /** The version of the product that wrote it. */
  version: v.string(),
  /** When it was made, as an instant in UTC; what was committed later is not in it. */
  made_at: v.string(),
  /** What the schema was made by, in order. */
  migrations: v.array(v.strictObject({ name: v.string(), checksum: v.string() })),
})
export type BackupHead = v.InferOutput<typeof backupHead>

export const backupEnd = v.strictObject({
  /** How many rows each table has. */
  rows: v.record(v.string(), count),
  sequences: v.array(v.strictObject({ name: v.string(), last_value: v.string(), is_called: v.boolean() })),
  sha256: v.string(),
})
export type BackupEnd = v.InferOutput<typeof backupEnd>
