import { accepted } from '#domain/outcome'
import { appendAudit } from '../../../ground/db/audit-log'
import { findStatesOfTrial, trialsWithClearStates, updateDrawStates } from '../../../ground/db/draw-states'
import { inTransaction } from '../../../ground/db/transaction'
import { lockTrial } from '../../../ground/db/trials'
import { sealDrawState } from '../../../ground/secrets/draw-state-seal'
import { sealedCount, sealedEntry, type Sealing } from './sealing'

/**
 * Seals every draw state that an earlier version stored in clear, each trial in a transaction under its lock. Runs before the
 * first request; a later start completes one that was killed, and two at once seal each state once.
 */
export const sealClearStates = async (sealing: Sealing): Promise<void> => {
  for (const trialId of await trialsWithClearStates(sealing.database.queries)) await sealStatesOf(sealing, trialId)
}

const sealStatesOf = async (sealing: Sealing, trialId: number): Promise<void> => {
  const { seed_key } = sealing.config
  await inTransaction(sealing.database, async (transaction) => {
    const trial = await lockTrial(transaction, trialId)
    if (!trial) throw new Error(`trial ${trialId} vanished`)
    const rows = await findStatesOfTrial(transaction, trialId)
    const sealed = rows.flatMap(({ stratum_key, state }) => {
      if (state === null) return []
      const key = { trial_uuid: trial.trial_uuid, stratum_key }
      return [{ stratum_key, sealed: sealDrawState({ ...sealing, seed_key }, key, state) }]
    })
    // Another process has done it.
    if (sealed.length === 0) return accepted(null)
    await updateDrawStates(transaction, trialId, sealed)
    const changes = sealedCount('draw_states', sealed.length)
    await appendAudit(transaction, sealedEntry(sealing, { trial_id: trialId, changes, reason: FIRST_SEALING }))
    return accepted(null)
  })
}

const FIRST_SEALING = 'Stored in the clear by an earlier version'
