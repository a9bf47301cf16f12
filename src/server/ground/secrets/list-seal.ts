import type { ListNames } from '#domain/randomisation/lists/list-rows'
import type { ListStratum } from '#domain/randomisation/own-list'
import { accepted, type Outcome } from '#domain/outcome'
import { seal, unseal, type SealRefusal } from './sealed-secret'
import type { SeedKeys } from './seed-keys'

/*
 * An uploaded list, sealed with the seed key as draw states are: it tells whoever reads the database who gets what next (decision
 * 0103).
 */

type SealedPlace = { trial_uuid: string; number: number }

/** The rows, the study groups that they stand for, the salt of the commitment to both, and what the rows were judged with. */
export type ListContent = {
  /** The numbers of the lists that were in force at the upload: the rows go on from theirs. */
  readonly in_force: readonly number[]
  readonly salt_hex: string
  readonly groups: readonly (readonly number[])[]
  readonly strata: readonly ListStratum[]
  /** What was called by the names in the file: the author knows names alone, and ids would not tell that two were exchanged. */
  readonly names: ListNames
}

/** A sealed list opens under its own trial and number alone. */
const purposeOf = ({ trial_uuid, number }: SealedPlace) => `allocation-list|${trial_uuid}|${number}`

export const sealList = (
  { seed_key, randomBytes }: { seed_key: Uint8Array; randomBytes: (length: number) => Uint8Array },
  place: SealedPlace,
  content: ListContent,
): Uint8Array => seal(seed_key, purposeOf(place), Buffer.from(JSON.stringify(content)), randomBytes)

/** Opens what `sealList` sealed. Refused for another trial or number, another key, and altered bytes. */
export const openList = (keys: SeedKeys, place: SealedPlace, sealed: Uint8Array): Outcome<ListContent, SealRefusal> => {
  const opened = unseal(keys, purposeOf(place), sealed)
  if (!opened.ok) return opened
  const content: ListContent = JSON.parse(Buffer.from(opened.value).toString())
  return accepted(content)
}
