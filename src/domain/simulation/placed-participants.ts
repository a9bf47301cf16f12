import { stateKeys } from '../randomisation/state-keys'
import type { GuessedEpoch } from './guessed-epoch'
import type { Recruit } from './recruit'

/** Sites and state keys as indexes, in order of site id and of the keys' first participants. */
export const placedParticipants = ({ design, participants }: Pick<GuessedEpoch, 'design' | 'participants'>) => {
  const siteIds = [...new Set(participants.map(({ site_id }) => site_id))].sort((a, b) => a - b)
  const siteIndexes = new Map(siteIds.map((id, index) => [id, index]))
  const keyIndexes = new Map<string, number>()
  const keyIndexOf = (key: string): number => {
    const index = keyIndexes.get(key) ?? keyIndexes.size
    keyIndexes.set(key, index)
    return index
  }
  const recruits = participants.map((participant): Recruit => {
    const keys = design.method === 'standard' ? [''] : stateKeys(design, 1, participant)
    return { site: siteIndexes.get(participant.site_id) ?? 0, options: [], keys: keys.map(keyIndexOf) }
  })
  return { siteIds, recruits, keyCount: keyIndexes.size }
}
