import { can } from '#domain/people/permissions'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { findPacksWithoutCode } from '../../ground/db/save-facts'
import type { Queries } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { TrialView } from '../call/view'
import type { DesignFormFaults, SettledForm } from './sound-form'

/** The statuses of packs that may still be dispensed. */
const BEFORE_DISPENSING = (['inactive', 'active', 'allocated'] as const).map(studyPackStatusId)

/** The most packs that are named. */
const MAX_NAMED = 5

const LIST = new Intl.ListFormat('en-GB')

/**
 * Codes at dispensing that are turned on while packs without a code may still be dispensed. A code cannot be added to a pack, so that
 * these would be dispensed unconfirmed (decision 0118). Blinded people learn their number alone: a list may have codes for one group.
 */
export const codeFaults = async (
  queries: Queries,
  form: SettledForm,
  stored: WholeTrial,
  { permission }: TrialView,
): Promise<DesignFormFaults> => {
  if (!form.is_confirmable || stored.is_confirmable) return {}
  const sought = { statuses: BEFORE_DISPENSING, most: MAX_NAMED }
  const { count, pack_ids } = await findPacksWithoutCode(queries, stored.id, sought)
  if (count === 0) return {}
  const packs = count === 1 ? '1 study pack has' : `${count} study packs have`
  const more = count > pack_ids.length ? [`${count - pack_ids.length} more`] : []
  const names = can(permission, 'viewGroupsOfPacks') ? `: ${LIST.format([...pack_ids, ...more])}` : ''
  return { is_confirmable: `${packs} no confirmation code${names}. Dispense or remove such packs first.` }
}
