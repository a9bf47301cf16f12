import type { Trial } from '#contract/trials'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import type { StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { counted } from '../../../ui/format-number'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

/** How many participants are named; the others are counted. */
const NAMED = 12

/**
 * The warnings about these packs before an action, in sentences: participants who would lose a waiting pack, and that
 * an action on packs of one study group alone reveals the group to people who see packs. Empty without any.
 */
export const beforeActing = (
  action: StudyPackAction,
  packs: readonly PackFromServerOrStore[],
  { study_groups }: Pick<Trial, 'study_groups'>,
): string[] => [...lostBy(action, packs), ...(areOfOneGroup(packs) && study_groups.length > 1 ? [ONE_GROUP] : [])]

const ONE_GROUP =
  'All of these packs are of one study group. Everyone who sees packs could learn their group from this change.'

const lostBy = (action: StudyPackAction, packs: readonly PackFromServerOrStore[]): string[] => {
  if (action !== 'remove') return []
  const waiting = packs
    .filter(({ study_pack_status_id }) => study_pack_status_id === studyPackStatusId('allocated'))
    .flatMap(({ participant }) => participant?.trial_sequence_no ?? [])
    .sort((a, b) => a - b)
  const [first] = waiting
  if (first === undefined) return []
  if (waiting.length === 1)
    return [`Participant ${first} will lose this pack. No replacement is allocated automatically.`]
  const named = waiting.slice(0, NAMED).join(', ')
  const more = waiting.length > NAMED ? ` and ${counted(waiting.length - NAMED, 'other')}` : ''
  return [`Participants ${named}${more} will lose their packs. No replacement is allocated automatically.`]
}

/** An action on a single pack reveals nothing: there is no other pack to compare it with. */
const areOfOneGroup = (packs: readonly PackFromServerOrStore[]): boolean =>
  packs.length > 1 &&
  packs.every(({ study_group }) => study_group !== undefined) &&
  new Set(packs.map(({ study_group }) => study_group?.id)).size === 1
