import { stateKeys } from '../randomisation/state-keys'
import { optionOf } from '../randomisation/strata'
import type { GuessedEpoch } from './guessed-epoch'
import type { NumberedKeys } from './key-designs'
import type { Recruit } from './recruit'

/** Sites and state keys as indexes, in order of site id and of the keys' first participants. */
export const placedParticipants = ({ design, participants }: Pick<GuessedEpoch, 'design' | 'participants'>) => {
  const siteIds = [...new Set(participants.map(({ site_id }) => site_id))].sort((a, b) => a - b)
  const siteIndexes = new Map(siteIds.map((id, index) => [id, index]))
  const keyIndexes = new Map<string, number>()
  const ratioOptions: number[] = []
  const recruits = participants.map((participant): Recruit => {
    const option = design.ratios === undefined ? null : optionOf(participant, design.ratios.stratum)
    const keyIndexOf = (key: string): number => {
      const index = keyIndexes.get(key) ?? keyIndexes.size
      keyIndexes.set(key, index)
      if (option !== null) ratioOptions[index] = option
      return index
    }
    // Simple randomisation has no state, so it has one key for all, or for all of one ratio.
    const keys = design.method === 'standard' ? [String(option)] : stateKeys(design, 1, participant)
    return { site: siteIndexes.get(participant.site_id) ?? 0, options: [], keys: keys.map(keyIndexOf) }
  })
  const keys: NumberedKeys = { count: keyIndexes.size, options: ratioOptions }
  return { siteIds, recruits, keys }
}
