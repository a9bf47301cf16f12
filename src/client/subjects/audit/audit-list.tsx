import type { AuditLog } from '#contract/audit-logs'
import { auditLabel } from '#domain/audit/audit-kind-words'
import { Badge, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useArrangedColumns } from '../../desk/arranged-columns'
import { DayOf, Instant } from '../../ui/instant'
import { LinkButton } from '../../ui/link-button'
import type { Column } from '../../ui/record-column'
import { RecordList } from '../../ui/record-list'
import type { Sorting } from '../../ui/sort-heading'
import { UserLink } from '../../record-links/user-link'
import { TrialLink } from '../../record-links/trial-link'
import { AuditDetail } from './audit-detail'
import { auditSearch } from './audit-search'
import { SubjectLinks } from './subject-links'

type AuditListProps = {
  entries: readonly AuditLog[]
  zone: string
  /** The address of the list; its `open` is the entry that is unfolded. */
  search: ReturnType<typeof auditSearch.validate>
  /** The order of the list; none for a single entry. */
  sorting?: Sorting | undefined
}

/** Entries of the audit log; each unfolds to its changes and reviews. */
export function AuditList({ entries, zone, search, sorting }: AuditListProps) {
  const isOpen = ({ id }: AuditLog) => search.open === String(id)
  const columns = useArrangedColumns('audit_logs', auditColumns(zone))
  return (
    <RecordList
      label="Audit entries"
      rows={entries}
      keyOf={({ id }) => id}
      columns={columns}
      sorting={sorting}
      actionsHeader="Details"
      renderActions={(entry) => <DetailsLink entry={entry} isOpen={isOpen(entry)} search={search} />}
      renderDetail={(entry) => isOpen(entry) && <AuditDetail entry={entry} zone={zone} />}
      isBroad
    />
  )
}

/** Entries of the audit log as the server shows them to their reader, in a time zone. */
export const auditColumns = (zone: string): readonly Column<AuditLog>[] => [
  {
    key: 'id',
    header: 'ID',
    cell: ({ id }) => <span className="identifier">{id}</span>,
    inCard: 'title',
    isFigure: true,
  },
  {
    key: 'created_at',
    header: 'Date/time',
    cell: ({ created_at, is_day_only }) =>
      is_day_only ? <DayOf at={created_at} /> : <Instant at={created_at} zone={zone} />,
    inCard: 'foot',
    sorts: [
      { sort: 'date', order: 'desc', label: 'Newest first' },
      { sort: 'date', order: 'asc', label: 'Oldest first' },
    ],
  },
  { key: 'user', header: 'Actioned by', cell: (entry) => <Actor entry={entry} />, inCard: 'line' },
  {
    key: 'trial_id',
    header: 'Trial number',
    cell: ({ trial_id }) =>
      trial_id && (
        <TrialLink trialId={trial_id} className="identifier">
          {trial_id}
        </TrialLink>
      ),
    inCard: {
      place: 'beside',
      cell: ({ trial_id }) =>
        trial_id && (
          <TrialLink trialId={trial_id} className="identifier">
            Trial {trial_id}
          </TrialLink>
        ),
    },
    isFigure: true,
  },
  {
    key: 'kind',
    header: 'Action',
    cell: ({ kind, reviews }) => (
      <Stack gap="0.25rem" align="flex-start">
        <Badge variant="light" color="slate" size="xl" fz="sm">
          {auditLabel(kind)}
        </Badge>
        {reviews.length > 0 && <Text size="sm">Reviewed</Text>}
      </Stack>
    ),
    inCard: 'corner',
    isUnbroken: true,
  },
  {
    key: 'description',
    header: 'Description',
    cell: (entry) => (
      <>
        {entry.description}
        <SubjectLinks entry={entry} limit={MAX_IN_ROW} />
      </>
    ),
    inCard: { place: 'line', isFirst: true },
    isWordy: true,
  },
]

/** The number of users, participants and packs that a row names; the details name more. */
const MAX_IN_ROW = 3

/** The person who did it, by name and id. */
function Actor({ entry: { user, is_day_only } }: { entry: AuditLog }) {
  if (is_day_only) return 'An unblinded person'
  return user === null ? (
    'System'
  ) : (
    <UserLink user={user}>
      {user.name} (ID <span className="identifier">{user.id}</span>)
    </UserLink>
  )
}

type DetailsLinkProps = { entry: AuditLog; isOpen: boolean; search: AuditListProps['search'] }

/** Unfolds an entry by the address, so that a link can be sent to somebody. */
function DetailsLink({ entry: { id }, isOpen, search }: DetailsLinkProps) {
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <LinkButton
      to="/audit-logs"
      search={auditSearch.change(search, { open: isOpen ? undefined : String(id) })}
      resetScroll={false}
      data-opens-row
      variant="subtle"
      aria-expanded={isOpen}
      aria-label={`Details of entry ${id}`}
      rightSection={<Icon size={18} aria-hidden="true" />}
    >
      Details
    </LinkButton>
  )
}
