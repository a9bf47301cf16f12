import { accepted, refused, type Outcome } from '#domain/outcome'
import { everyTrial } from '../../../ground/db/sealed-values'
import { keyIdText } from '../../../ground/secrets/seed-keys'
import { resealService } from './reseal-service'
import { resealTrial } from './reseal-trial'
import { sealClearStates } from './seal-clear-states'
import type { Sealing } from './sealing'

/**
 * Seals everything in the database under the present key, each trial in a transaction of its own, beside a running server.
 * Where it was killed, running it again does the rest. Returns sentences about what was done; refuses with them where a value
 * did not open, which stays unchanged while the others are sealed.
 */
export const resealEverything = async (sealing: Sealing): Promise<Outcome<string[], string[]>> => {
  sealing.database.transactions.headKeys = sealing.config
  await sealClearStates(sealing)
  const counts = { seeds: 0, draw_states: 0, lists: 0, audit_heads: 0, signing_keys: 0, second_factors: 0, links: 0 }
  const failures: string[] = []
  for (const trialId of await everyTrial(sealing.database.queries)) {
    const trial = await resealTrial(sealing, trialId)
    if (trial.ok) add(counts, trial.value)
    else failures.push(`Trial ${trialId} was not resealed: ${trial.refusal}.`)
  }
  const service = await resealService(sealing)
  if (service.ok) add(counts, service.value)
  else failures.push(`Signing keys, second factors and links were not resealed: ${service.refusal}.`)

  const done = [
    `Sealed with key ${keyIdText(sealing.config.seed_key)}: ${NAMES.map(([name, label]) => `${label} ${counts[name]}`).join(', ')}.`,
  ]
  if (failures.length > 0) return refused([...done, ...failures])
  return accepted([...done, 'Everything is sealed with SEED_KEY. Earlier backups still need the previous key.'])
}

type Counts = Record<(typeof NAMES)[number][0], number>

const add = (counts: Counts, added: Partial<Counts>): void => {
  for (const [name] of NAMES) counts[name] += added[name] ?? 0
}

const NAMES = [
  ['seeds', 'seeds'],
  ['draw_states', 'draw states'],
  ['lists', 'uploaded lists'],
  ['audit_heads', 'audit heads'],
  ['signing_keys', 'signing keys'],
  ['second_factors', 'second factors'],
  ['links', 'links in emails'],
] as const
