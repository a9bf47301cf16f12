import type { Participant } from '#contract/participants'
import { IconFlag, IconPackage } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { formatInstant } from '../../../ui/format-time'
import { packsToCollect } from '../../../subjects/trials/trial/packs-to-collect'
import { shortTitle } from '../../../ui/short-title'
import type { HomeTrial } from '../use-home-trials'
import type { ForYouItem } from './for-you-item'

/** How long a flag is news, in milliseconds. */
const NEW_FOR_MS = 7 * 24 * 60 * 60 * 1000

/** The undispensed packs of the newest participants, for people who fetch packs. */
export const collectItems = ({ listed, trial }: HomeTrial, participants: readonly Participant[]): ForYouItem[] =>
  participants.flatMap((participant) =>
    packsToCollect(participant).map((packId) => ({
      key: `collect ${listed.id} ${packId}`,
      tone: 'amber',
      icon: IconPackage,
      sentence: ['Collect pack ', packId, ' for participant ', idOf(participant)],
      detail: `${shortTitle(listed.title).name} · allocated ${formatInstant(participant.created_at, trial?.selected_timezone ?? null)}, not dispensed`,
      link: { label: 'Show record', path: paths.participant(listed.id, participant.id) },
    })),
  )

/** The colleagues' flags of the last week. */
export const flagItems = (
  { listed, trial }: HomeTrial,
  flagged: readonly Participant[],
  viewer: { id: number | null; now: number },
): ForYouItem[] =>
  flagged.flatMap((participant) => {
    const flag = participant.participant_flags
      .filter(({ flag_status }) => flag_status.name === 'Flagged')
      .toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0]
    if (flag === undefined || flag.flagged_by_user.id === viewer.id) return []
    if (viewer.now - Date.parse(flag.created_at) > NEW_FOR_MS) return []
    return {
      key: `flag ${listed.id} ${flag.id}`,
      tone: 'slate',
      icon: IconFlag,
      sentence: ['Participant ', idOf(participant), ` was flagged by ${flag.flagged_by_user.name}`],
      detail: `${shortTitle(listed.title).name} · ${formatInstant(flag.created_at, trial?.selected_timezone ?? null)} · “${flag.comment}”`,
      link: { label: 'Open', path: paths.participant(listed.id, participant.id) },
    }
  })

const idOf = ({ participant_id, trial_sequence_no }: Participant): string => participant_id ?? String(trial_sequence_no)
