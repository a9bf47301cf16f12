import type { BuiltTrial } from './a-trial'
import { posted, valueOf } from './ask'
import { flag } from './flag'
import { recordError, recordInadvertent, unblind } from './participant-actions'
import { randomise } from './randomise'
import type { SignedIn } from './sign-in'

/** Has one person do every act that a participant's record names people for. Returns the participant's id. */
export const allActionsOf = async (who: SignedIn, trial: BuiltTrial): Promise<number> => {
  const { trial_id, sites } = trial
  const { participants } = await randomise(who, trial_id, { site_id: sites[0]?.id })
  const [participant] = participants
  if (!participant) throw new Error('nobody was randomised')
  const key = { trial_id, id: participant.id }
  valueOf(await flag(who, trial, key, { comment: 'Fell' }))
  valueOf(await unblind(who, key))
  valueOf(await recordInadvertent(who, key))
  valueOf(await recordError(who, key))
  const body = posted({ study_pack_id: participant.study_pack?.id, comment: 'Given' })
  const { ok, status } = await who.fetch(`trials/${trial_id}/study-packs/dispense`, body)
  if (!ok) throw new Error(`not dispensed: ${status}`)
  return participant.id
}
