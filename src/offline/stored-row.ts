import { openAnswer, sealAnswer } from './sealed-answer'

/** A stored answer; only the newest of each scope is stored. */
export type Snapshot = {
  scope: string
  trial_id: number | null
  /** When the server was asked, in milliseconds since the epoch by this device's clock. */
  as_of: number
  body: unknown
  /** The version of the server's list, where the answer has one. */
  version?: string | null
}

/** A row as it is stored: in clear, or sealed for an owner with a PIN. */
export type Row = Omit<Snapshot, 'body'> & ({ body: unknown } | { sealed: Uint8Array })

/** A row moved elsewhere, or said to be newer than it is, does not open. */
const boundTo = ({ scope, trial_id, as_of, version = null }: Row): string =>
  JSON.stringify([scope, trial_id, as_of, version])

/** Seals a row with the key of its owner. */
export const sealedRow = async ({ row, key }: { row: Snapshot; key: CryptoKey }): Promise<Row> => {
  const { body, ...place } = row
  return { ...place, sealed: await sealAnswer(key, boundTo(row), body) }
}

/** The row in clear; null where there is none, or the device is locked, or it was sealed with another key. */
export const openedRow = async (row: Row | undefined, key: CryptoKey | null | undefined): Promise<Snapshot | null> => {
  if (row === undefined || 'body' in row) return row ?? null
  const opened = key ? await openAnswer(key, boundTo(row), row.sealed) : null
  const { sealed: _, ...place } = row
  return opened === null ? null : { ...place, body: opened.body }
}
