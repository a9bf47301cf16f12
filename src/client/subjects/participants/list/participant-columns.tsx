import type { Participant } from '#contract/participants'
import type { StoredParticipant, StoredTrial } from '#contract/stored-answers'
import { participantIdLabel } from '#domain/participants/participant'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { participantTarget } from '#offline/targets'
import { Group } from '@mantine/core'
import { Fragment } from 'react'
import { PendingBadge } from '../../../device/outbox/pending-badge'
import { paths } from '../../../paths'
import { CopyableId } from '../../../ui/copyable-id'
import { Instant } from '../../../ui/instant'
import type { Column } from '../../../ui/record-column'
import { RecordLink } from '../../../ui/record-link'
import { StudyGroupName } from '../../../ui/study-group-name'
import { participantsSearch } from '../participants-search'
import { FlagBadge } from './flag-badge'
import { packIds, packsOf } from './pack-ids'
import { ParticipantPacks } from './participant-packs'

type ColumnsContext = {
  trial: Pick<
    StoredTrial,
    'id' | 'sites' | 'selected_timezone' | 'is_participant_id_used' | 'participant_id_label' | 'is_managing_packs'
  >
  permission: EffectivePermission
  /** The address of the list where its records open beside it. */
  beside?: ListAddress | undefined
}

type ListAddress = ReturnType<typeof participantsSearch.validate>

/** The columns of a trial's participants for this viewer, as the server or this device lists them. */
export const participantColumns = ({
  trial,
  permission,
  beside,
}: ColumnsContext): readonly Column<Participant, StoredParticipant>[] => [
  {
    key: 'trial_sequence_no',
    header: 'Sequence',
    cell: (one) => <SequenceNumber participant={one} trialId={trial.id} beside={beside} />,
    inCard: { place: 'title', cell: (one) => <SequenceNumber participant={one} trialId={trial.id} isNamed /> },
    inRecord: {
      term: 'Sequence number',
      cell: ({ trial_sequence_no }) => <span className="identifier identifier-large">{trial_sequence_no}</span>,
    },
    isStored: true,
    isFigure: true,
    sorts: [
      { sort: 'sequence', order: 'desc', label: 'Sequence, newest first' },
      { sort: 'sequence', order: 'asc', label: 'Sequence, oldest first' },
    ],
  },
  {
    key: 'created_at',
    header: 'Date',
    cell: ({ created_at }) => <Instant at={created_at} zone={trial.selected_timezone} />,
    below: 'participant_id',
    inCard: 'foot',
    inRecord: {
      term: 'Randomised',
      cell: ({ created_at }) => <Instant at={created_at} zone={trial.selected_timezone} />,
    },
    sorts: [
      { sort: 'date', order: 'desc', label: 'Date, newest first' },
      { sort: 'date', order: 'asc', label: 'Date, oldest first' },
    ],
  },
  {
    key: 'participant_id',
    header: participantIdLabel(trial),
    cell: ({ participant_id }) => participant_id && <b className="identifier">{participant_id}</b>,
    inCard: { place: 'title', isFirst: true },
    inRecord: {
      cell: ({ participant_id }) =>
        participant_id && <CopyableId value={participant_id} label={participantIdLabel(trial)} />,
    },
    isStored: true,
    isUsed: trial.is_participant_id_used,
    sorts: [
      { sort: 'participant_id', order: 'asc', label: `${participantIdLabel(trial)}, ascending` },
      { sort: 'participant_id', order: 'desc', label: `${participantIdLabel(trial)}, descending` },
    ],
    isUnbroken: (rows) => areShort(rows.map(({ participant_id }) => participant_id ?? '')),
  },
  {
    key: 'study_group',
    header: 'Study group',
    cell: ({ study_group }) => <StudyGroupName group={study_group} />,
    inCard: 'line',
    inRecord: true,
    isWordy: true,
  },
  {
    key: 'site',
    header: 'Site',
    cell: (one) => ('site' in one ? one.site.title : siteTitleIn(trial, one.site_id)),
    below: 'study_group',
    inCard: { place: 'foot', isFirst: true },
    inRecord: true,
    isStored: true,
    isWordy: true,
  },
  {
    key: 'study_packs',
    header: 'Study pack',
    cell: (one) =>
      packIds(one) && <PackIds participant={one} trialId={can(permission, 'viewStudyPacks') ? trial.id : null} />,
    inCard: { place: 'beside', cell: (one) => packIds(one) && <PackIds participant={one} trialId={null} /> },
    inRecord: {
      cell: (one) => packIds(one) && <ParticipantPacks trialId={trial.id} permission={permission} participant={one} />,
    },
    isUsed: trial.is_managing_packs,
  },
  {
    key: 'strata',
    header: 'Strata',
    inRecord: ({ strata = [] }) => strata.map(({ stratum, option }) => [stratum, option]),
  },
  {
    key: 'flag_status',
    header: 'Flag',
    cell: (one) => (
      <Group gap="xs">
        <FlagBadge of={one} />
        <PendingBadge target={participantTarget(one.id)} />
      </Group>
    ),
    inCard: 'corner',
    inRecord: {
      cell: (one) => (
        <Group gap="xs">
          <FlagBadge of={one} />
          <PendingBadge target={participantTarget(one.id)} />
        </Group>
      ),
    },
    isStored: true,
  },
  {
    key: 'is_unblinded',
    header: 'Unblinded',
    inRecord: { cell: ({ is_unblinded }) => (is_unblinded ? 'Yes' : 'No') },
  },
]

/** The title of a stored participant's site; its number where the viewer no longer reaches it. */
export const siteTitleIn = ({ sites }: Pick<StoredTrial, 'sites'>, siteId: number): string =>
  sites.find(({ id }) => id === siteId)?.title ?? `Site ${siteId}`

type SequenceNumberProps = {
  participant: Participant | StoredParticipant
  trialId: number
  beside?: ListAddress | undefined
  /** Whether it names itself: "no. 12". */
  isNamed?: boolean
}

/** Leads to the participant's page, or opens the record beside the list. */
function SequenceNumber({ participant, trialId, beside, isNamed = false }: SequenceNumberProps) {
  const { id, trial_sequence_no } = participant
  const linkProps = {
    'aria-label': `Participant ${trial_sequence_no}`,
    'data-opens-row': '',
    children: <span className="identifier">{trial_sequence_no}</span>,
  }
  if (beside !== undefined) {
    const search = participantsSearch.change(beside, { open: String(id) })
    return (
      <RecordLink
        {...paths.participants(trialId)}
        search={search}
        resetScroll={false}
        data-beside={id}
        {...linkProps}
      />
    )
  }
  return (
    <>
      {isNamed && 'no. '}
      <RecordLink {...paths.participant(trialId, id)} {...linkProps} />
    </>
  )
}

/** Each ID in one piece where it is short; a line may end between two. With a trial they lead to the packs. */
function PackIds({ participant, trialId }: { participant: Participant; trialId: number | null }) {
  const packs = packsOf(participant)
  return packs.map(({ id, pack_id }, place) => (
    <Fragment key={id}>
      {trialId === null ? (
        <span className="identifier" style={areShort([pack_id]) ? { whiteSpace: 'nowrap' } : {}}>
          {pack_id}
        </span>
      ) : (
        <RecordLink
          {...paths.studyPack(trialId, id)}
          isAside
          className="identifier"
          aria-label={`Pack ${pack_id}`}
          style={areShort([pack_id]) ? { whiteSpace: 'nowrap' } : {}}
        >
          {pack_id}
        </RecordLink>
      )}
      {place < packs.length - 1 && ', '}
    </Fragment>
  ))
}

/** Up to this length an ID does not break: a break at its hyphen makes one ID look like two. */
const LONGEST_UNBROKEN = 16

const areShort = (ids: readonly string[]): boolean => ids.every(({ length }) => length <= LONGEST_UNBROKEN)
