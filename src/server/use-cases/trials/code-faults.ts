import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { countPacksWithoutCode } from '../../ground/db/save-facts'
import type { Queries } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { DesignFormFaults, SettledForm } from './sound-form'

/** The statuses of packs that may still be dispensed. */
const BEFORE_DISPENSING = (['inactive', 'active', 'allocated'] as const).map(studyPackStatusId)

/**
 * Codes at dispensing that are turned on while packs without a code may still be dispensed. A code cannot be added to a pack, so that
 * these would be dispensed unconfirmed (decision 0118).
 */
export const codeFaults = async (
  queries: Queries,
  form: SettledForm,
  stored: WholeTrial,
): Promise<DesignFormFaults> => {
  if (!form.is_confirmable || stored.is_confirmable) return {}
  const count = await countPacksWithoutCode(queries, stored.id, BEFORE_DISPENSING)
  if (count === 0) return {}
  const packs = count === 1 ? '1 study pack has' : `${count} study packs have`
  return { is_confirmable: `${packs} no confirmation code. Dispense or remove such packs first.` }
}
