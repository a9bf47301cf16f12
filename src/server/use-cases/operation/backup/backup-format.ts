import * as v from 'valibot'

/*
 * A backup is a gzip stream of lines. Its first character gives the kind of a line: `H` the head, `T` the name of a table, `R`
 * a row of that table as the database's own JSON, `E` the end with the SHA-256 of all lines before it. Sealed values stay
 * sealed with SEED_KEY, so the key needs a backup of its own.
 */

export const HEAD = 'H'
export const TABLE = 'T'
export const ROW = 'R'
export const END = 'E'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const backupHead = v.strictObject({
  format: v.literal('equipoise-backup-1'),
  /** The version of the product that wrote the backup. */
  version: v.string(),
  /** When the backup was made, as an instant in UTC; later commits are not in it. */
  made_at: v.string(),
  /** The migrations that made the schema, in order. */
  migrations: v.array(v.strictObject({ name: v.string(), checksum: v.string() })),
})
export type BackupHead = v.InferOutput<typeof backupHead>

export const backupEnd = v.strictObject({
  /** The number of rows of each table. */
  rows: v.record(v.string(), count),
  sequences: v.array(v.strictObject({ name: v.string(), last_value: v.string(), is_called: v.boolean() })),
  sha256: v.string(),
})
export type BackupEnd = v.InferOutput<typeof backupEnd>
