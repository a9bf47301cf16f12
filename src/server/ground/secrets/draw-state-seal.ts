import { accepted, type Outcome } from '#domain/outcome'
import { seal, unseal, type SealRefusal } from './sealed-secret'
import type { SeedKeys } from './seed-keys'

/*
 * The draw states of a stratum, sealed with the seed key: an open block, an urn or a count would reveal the next draw
 * to a reader of the database or of a backup (decision 0037).
 */

type DrawStateKey = { trial_uuid: string; stratum_key: string }

/** A sealed state opens only in its own trial and stratum. */
const purposeOf = ({ trial_uuid, stratum_key }: DrawStateKey) => `draw-state|${trial_uuid}|${stratum_key}`

/** Longer than any but a large urn's, so that the length reveals nothing of the numbers inside. */
const STEP = 64

/** Seals the draw state of one stratum (plain JSON) for the database. The result differs each time. */
export const sealDrawState = (
  { seed_key, randomBytes }: { seed_key: Uint8Array; randomBytes: (length: number) => Uint8Array },
  key: DrawStateKey,
  state: object,
): Uint8Array => {
  const text = JSON.stringify(state)
  const padded = text.padEnd(Math.ceil(text.length / STEP) * STEP)
  return seal(seed_key, purposeOf(key), Buffer.from(padded), randomBytes)
}

/** Opens a state that `sealDrawState` sealed. Refused if it was sealed for another stratum or trial, with another key, or was altered. */
export const openDrawState = (keys: SeedKeys, key: DrawStateKey, sealed: Uint8Array): Outcome<object, SealRefusal> => {
  const opened = unseal(keys, purposeOf(key), sealed)
  return opened.ok ? accepted(JSON.parse(Buffer.from(opened.value).toString())) : opened
}
