import { accepted, refused, type Outcome } from '#domain/outcome'
import { findSeedsOfFirstForm, keyIdsInUse } from '../../../ground/db/sealed-values'
import type { Queries } from '../../../ground/db/transaction'
import { decryptSeed } from '../../../ground/ledger/seed-vault'
import { keyIdText, openingKeys, type SeedKeys } from '../../../ground/secrets/seed-keys'

/** Refuses, with one line, where the database has a value that is sealed with a key not among these. */
export const needEveryKey = async (queries: Queries, keys: SeedKeys): Promise<Outcome<null, string>> => {
  const present = openingKeys(keys).map(keyIdText)
  const missing = (await keyIdsInUse(queries)).filter((id) => !present.includes(id))
  if (missing.length > 0)
    return refused(`Secrets in the database are sealed with key ${missing.join(' and ')}: ${SEED_KEY_HINT}`)
  const unnamed = await findSeedsOfFirstForm(queries)
  // A damaged seed stops only its own trial; a missing key opens no seed at all.
  const opens = unnamed.some(({ trial_uuid, seed_encrypted }) => decryptSeed(keys, trial_uuid, seed_encrypted).ok)
  if (unnamed.length > 0 && !opens)
    return refused(`Seeds in the database are sealed with an earlier key: ${SEED_KEY_HINT}`)
  return accepted(null)
}

const SEED_KEY_HINT = 'set SEED_KEY to that key, or SEED_KEY_PREVIOUS if SEED_KEY is newer'
