import { countWaitingAlike } from '../../ground/db/waiting-list'
import type { Queries } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { DesignFormFaults, SettledForm } from './sound-form'

/**
 * Participant IDs that are turned off while participants wait by theirs (decision 0106). They would be out of sight, and only a
 * randomisation with the same ID takes one off the list, so that one could be randomised twice once IDs are used again.
 */
export const waitingFaults = async (
  queries: Queries,
  form: SettledForm,
  stored: WholeTrial,
): Promise<DesignFormFaults> => {
  if (form.is_participant_id_used || !stored.is_participant_id_used) return {}
  const alike = await countWaitingAlike(queries, stored.id, 'all')
  const count = alike.reduce((sum, { waiting }) => sum + waiting, 0)
  if (count === 0) return {}
  const waiting = count === 1 ? '1 participant is' : `${count} participants are`
  return { is_participant_id_used: `${waiting} on the waiting list. Randomise or remove them first.` }
}
