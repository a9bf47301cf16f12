import { allocate, readKeyState, type KeyState } from '#domain/randomisation/allocate'
import { randomSource } from '#domain/randomisation/random-source'
import { stratumKey } from '#domain/randomisation/strata'
import type { WholeTrial } from '../../../src/server/db/trials'
import type { Portal } from '../../../src/server/portal'
import { genesisHash, ledgerLink } from '../../../src/server/rct-alloc/ledger-chain'
import { ledgerDesign, type LedgerRecord } from '../../../src/server/rct-alloc/ledger-records'
import { drawWords } from '../../../src/server/rct-alloc/words'
import { secretKeysOf } from '../../../src/server/services/participants/secret-keys'
import { designOf } from '../../../src/server/services/trials/trial-design'

/** What is wrong with a trial's ledger: every link and every draw recomputed from the seed, and the participants compared. */
export const ledgerFaults = async (portal: Portal, trial: WholeTrial): Promise<string[]> => {
  const design = designOf(trial)
  if (!design.ok) return [design.refusal.code]
  const { saltKey, drawKey } = secretKeysOf(portal, trial)
  const { queries } = portal.database
  const records = await queries
    .selectFrom('ledger_records')
    .selectAll()
    .where('trial_id', '=', trial.id)
    .orderBy('record_no')
    .execute()
  const participants = await queries
    .selectFrom('participants')
    .select(['site_id', 'study_group_id', 'created_at'])
    .where('trial_id', '=', trial.id)
    .orderBy('trial_sequence_no')
    .execute()

  const faults: string[] = []
  const states = new Map<string, KeyState | null>()
  let head = genesisHash(trial.commitment, ledgerDesign(design.value))
  for (const { record_no, record, leaf, head: stored } of records) {
    const said: LedgerRecord = JSON.parse(record)
    const link = ledgerLink(saltKey, head, said)
    if (link.i !== record_no || link.rec !== record || link.leaf !== leaf || link.hash !== stored)
      faults.push(`record ${record_no} is not linked`)
    head = link.hash
    if (said.type !== 'allocation') continue
    const options = said.options.map(({ stratum, option }) => ({
      trial_stratum_id: stratum,
      trial_stratum_option_id: option,
    }))
    const key = stratumKey(design.value, said.epoch, { site_id: said.site, options })
    const before = readKeyState(design.value, states.get(key) ?? null)
    if (!before.ok) return [...faults, `record ${record_no}: ${before.refusal}`]
    const drawn = allocate(design.value, before.value, randomSource(drawWords(drawKey, said.counter)))
    states.set(key, drawn.key_state)
    const participant = participants[said.counter - 1]
    if (drawn.group_id !== said.group) faults.push(`record ${record_no} says another group than the draw`)
    if (participant?.study_group_id !== said.group || participant.site_id !== said.site)
      faults.push(`record ${record_no} says something else than its participant`)
    if (participant?.created_at !== said.at) faults.push(`record ${record_no} says another time than its participant`)
  }
  if (head !== trial.ledger_head || records.length !== participants.length + 1) faults.push('the ledger ends elsewhere')
  return faults
}
