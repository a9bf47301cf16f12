import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { participantIdLabel } from '#domain/participants/participant'
import type { EffectivePermission } from '#domain/people/permissions'
import type { ReactNode } from 'react'
import { CopyableId } from '../../../ui/copyable-id'
import { Definitions } from '../../../ui/definitions'
import { Instant } from '../../../ui/instant'
import { StudyGroupName } from '../../../ui/study-group-name'
import { FlagBadge } from './flag-badge'
import { packIds } from './pack-ids'
import { ParticipantPacks } from './participant-packs'

type ParticipantRecordProps = { trial: Trial; permission: EffectivePermission; participant: Participant }

/** The whole record of a participant, as far as the viewer may see it. */
export function ParticipantRecord({ trial, permission, participant }: ParticipantRecordProps) {
  const { participant_id, study_group, strata = [] } = participant
  const items: (readonly [string, ReactNode])[] = [
    [
      'Sequence number',
      <span key="sequence" className="identifier identifier-large">
        {participant.trial_sequence_no}
      </span>,
    ],
    ...(trial.is_participant_id_used
      ? [
          [
            participantIdLabel(trial),
            participant_id && <CopyableId key="id" value={participant_id} what={participantIdLabel(trial)} />,
          ] as const,
        ]
      : []),
    ['Randomised', <Instant key="at" at={participant.created_at} zone={trial.selected_timezone} />],
    ['Site', participant.site.title],
    ['Study group', <StudyGroupName key="group" group={study_group} />],
    ...(trial.is_managing_packs
      ? [
          [
            'Study pack',
            packIds(participant) && (
              <ParticipantPacks key="packs" trialId={trial.id} permission={permission} participant={participant} />
            ),
          ] as const,
        ]
      : []),
    ...strata.map(({ stratum, option }) => [stratum, option] as const),
    ['Flag', <FlagBadge key="flag" of={participant} />],
    ['Unblinded', participant.is_unblinded ? 'Yes' : 'No'],
  ]
  return <Definitions items={items} />
}
