import { LISTED_PACK_FIELDS, PACK_FIELDS, packField, type PlainPackField } from '#domain/study-packs/study-pack-fields'
import { PACK_SORTS, type PackSort } from '#domain/study-packs/study-pack-sorts'
import type { ReactNode } from 'react'
import { CopyableId } from '../../ui/copyable-id'
import { counted } from '../../ui/format-number'
import { formatDay } from '../../ui/format-time'
import type { Column, SortChoice } from '../../ui/record-column'
import { ParticipantLink } from '../../record-links/participant-link'
import { UserLink } from '../../record-links/user-link'
import type { PackFromServerOrStore, PacksTrial } from './pack-from-server-or-store'
import { ListedPackLink } from './listed-pack-link'
import { PackStatus } from './pack-status'
import type { studyPacksSearch } from './study-packs-search'
import { siteTitlesOf } from './site-titles'

type Pack = PackFromServerOrStore
type PackColumn = Column<Pack, Pack>

type ColumnsContext = {
  trial: Pick<PacksTrial, 'id' | 'sites'>
  /** Whether the server has sent study groups. */
  showsGroups: boolean
  /**
   * Where a pack shows its batch: in the row above it in the usual order; else in a column, or a line below its ID
   * where there is no room for one.
   */
  batch?: 'above' | 'column' | 'line'
  /** The address of the list where its records open beside it. */
  beside?: ReturnType<typeof studyPacksSearch.validate> | undefined
}

/**
 * The columns of a trial's packs, as the server or this device lists them. The headings, and the plain fields with a
 * column in the list, come from the domain's table, as does the export.
 */
export const packColumns = ({ trial, showsGroups, batch = 'above', beside }: ColumnsContext): readonly PackColumn[] => {
  const siteTitle = siteTitlesOf(trial)
  return [
    {
      key: 'pack_id',
      header: PACK_FIELDS.pack_id.heading,
      cell: (pack) => <ListedPackLink trialId={trial.id} pack={pack} beside={beside} />,
      inCard: 'title',
      inRecord: { cell: ({ pack_id }) => <CopyableId value={pack_id} label="Pack ID" isLarge /> },
      isStored: true,
      isUnbroken: true,
      sorts: bothWays('pack_id', 'Pack ID'),
    },
    {
      key: 'study_pack_status_id',
      header: PACK_FIELDS.study_pack_status_id.heading,
      cell: (pack) => <PackStatus pack={pack} />,
      inCard: 'corner',
      inRecord: true,
      isStored: true,
      sorts: bothWays('status', 'Status'),
    },
    {
      key: 'site_id',
      header: PACK_FIELDS.site_id.heading,
      cell: ({ site_id }) => siteTitle(site_id) ?? <span className="muted">No site</span>,
      inCard: { place: 'line', cell: ({ site_id }) => siteTitle(site_id) ?? 'No site' },
      inRecord: true,
      isStored: true,
      sorts: bothWays('site', 'Site'),
    },
    batchColumn(batch),
    {
      ...plainColumn('expire_on'),
      header: 'Expires',
      inCard: { place: 'foot', isNamed: true, cell: (pack) => packFieldValue('expire_on', pack) },
      isStored: true,
      // The offline list shows it: it says which pack may still be dispensed.
      isListed: false,
      below: 'last_allocation_date',
    },
    {
      key: 'participant',
      header: PACK_FIELDS.participant.heading,
      cell: ({ participant }) => participant && <Recipient participant={participant} trialId={trial.id} isInText />,
      inCard: {
        place: 'beside',
        cell: ({ participant }) => participant && `Participant ${participant.trial_sequence_no}`,
      },
      inRecord: {
        cell: ({ participant }) =>
          participant ? <Recipient participant={participant} trialId={trial.id} /> : 'No one yet',
      },
      isStored: true,
      below: 'pack_id',
      isAlwaysBelow: true,
      sorts: bothWays('participant', 'Participant'),
    },
    ...LISTED_PACK_FIELDS.map(listedColumn),
    {
      key: 'study_group',
      header: PACK_FIELDS.study_group.heading,
      cell: ({ study_group }) => study_group?.name,
      inCard: 'foot',
      inRecord: true,
      isUsed: showsGroups,
      below: 'site_id',
    },
    {
      key: 'checked_by_user',
      header: 'Confirmed by a second person',
      inRecord: ({ checked_by_user: by }) =>
        by === undefined ? [] : [['Confirmed by a second person', <Checker key="by" by={by} />]],
    },
  ]
}

const batchColumn = (batch: NonNullable<ColumnsContext['batch']>): PackColumn => {
  const column = { ...plainColumn('batch_id'), sorts: bothWays('batch', 'Batch') }
  switch (batch) {
    case 'above':
      return { ...column, isListed: false }
    case 'column':
      return { ...column, isStored: true }
    case 'line':
      return {
        ...column,
        isStored: true,
        cell: ({ batch_id }) => `Batch ${batch_id}`,
        below: 'pack_id',
        isAlwaysBelow: true,
      }
  }
}

/** A column of the list, as the server or this device has it. */
const listedColumn = (name: PlainPackField): PackColumn => ({
  ...plainColumn(name),
  isStored: true,
  ...(packField(name).kind === 'days' && { isFigure: true }),
  ...(isPackSort(name) && { sorts: bothWays(name, packField(name).heading) }),
})

const isPackSort = (name: string): name is PackSort => PACK_SORTS.some((sort) => sort === name)

/** The two orders by a field: days and numbers ascending first, words as in a dictionary. */
const bothWays = (sort: PackSort, label: string): readonly SortChoice[] => [
  { sort, order: 'asc', label: `${label}, ascending` },
  { sort, order: 'desc', label: `${label}, descending` },
]

/** The column of a plain field. */
const plainColumn = (name: PlainPackField) => {
  const { kind, heading, absent } = packField(name)
  return {
    key: name,
    header: heading,
    cell: (pack: Pack): ReactNode => packFieldValue(name, pack) ?? <span className="muted">{absent ?? '–'}</span>,
    // A day is first: it says whether the pack can be allocated.
    inCard: { place: 'foot', isFirst: kind === 'day', cell: (pack: Pack) => packFieldWords(name, pack) },
    inRecord: { term: heading, cell: (pack: Pack) => packFieldValue(name, pack) ?? absent },
  } as const
}

/** The value of a plain field; null where the pack has none. */
const packFieldValue = (name: PlainPackField, pack: Pack): ReactNode => {
  const value = pack[name]
  if (value === null) return null
  const { kind } = packField(name)
  if (kind === 'text') return <span className="identifier">{value}</span>
  return kind === 'day' ? formatDay(String(value)) : value
}

/** The same in words: a day with its heading, also where it is missing; days without. Null for nothing to show. */
const packFieldWords = (name: PlainPackField, pack: Pack): string | null => {
  const { kind, heading } = packField(name)
  const value = pack[name]
  if (kind === 'day') {
    return value === null
      ? `No ${heading[0]?.toLowerCase()}${heading.slice(1)}`
      : `${heading} ${formatDay(String(value))}`
  }
  if (value === null) return null
  return kind === 'days' ? counted(Number(value), 'day').replace(' ', '\u00a0') : `${heading} ${value}`
}

type RecipientProps = { participant: NonNullable<Pack['participant']>; trialId: number; isInText?: boolean }

/** The participant who has the pack, with a link where the server has sent their id. */
function Recipient({ participant: { id, trial_sequence_no }, trialId, isInText = false }: RecipientProps) {
  if (id === undefined) return `Participant ${trial_sequence_no}`
  const participant = { id, trial_sequence_no }
  if (!isInText) return <ParticipantLink trialId={trialId} participant={participant} />
  return (
    <>
      {/* The link has the whole text. */}
      <span aria-hidden="true">Participant </span>
      <ParticipantLink trialId={trialId} participant={participant} isInText>
        {trial_sequence_no}
      </ParticipantLink>
    </>
  )
}

/** The person who confirmed the pack as a second person; without an id where the reader may know only the name. */
function Checker({ by }: { by: NonNullable<Pack['checked_by_user']> | null }) {
  if (by === null) return 'No one yet'
  return by.id === null ? by.name : <UserLink user={{ id: by.id, name: by.name }} />
}
