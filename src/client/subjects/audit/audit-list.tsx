import type { AuditLog } from '#contract/audit-logs'
import { auditLabel } from '#domain/audit/audit-kind'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { auditSearch } from './audit-search'
import { paths } from '../../paths'
import { DayOf, Instant } from '../../ui/instant'
import { LinkButton, TextLink } from '../../ui/link-button'
import { RecordList, type Column } from '../../ui/record-list'
import { AuditDetail } from './audit-detail'
import { SubjectLinks } from './subject-links'

const route = getRouteApi('/signed-in/audit-logs')

type AuditListProps = {
  entries: readonly AuditLog[]
  zone: string
  /** The entry that is unfolded. */
  openId: number | null
  isRefreshing: boolean
}

/** Entries of the audit log; each unfolds to what was changed, and its reviews. */
export function AuditList({ entries, zone, openId, isRefreshing }: AuditListProps) {
  const details = (entry: AuditLog) => <DetailsLink entry={entry} isOpen={entry.id === openId} />
  return (
    <RecordList
      label="Audit entries"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[...columnsIn(zone), { header: 'Details', cell: details, isFigure: true, isPinned: true }]}
      renderCard={(entry) => (
        <Stack gap="0.25rem">
          <Group justify="space-between" wrap="nowrap">
            <span className="identifier">{entry.id}</span>
            <Action entry={entry} />
          </Group>
          <Text>{entry.description}</Text>
          <SubjectLinks entry={entry} most={MAX_IN_ROW} />
          <Group gap="0 1rem">
            <Actor entry={entry} />
            <TrialLink trialId={entry.trial_id}>Trial {entry.trial_id}</TrialLink>
          </Group>
          <Group justify="space-between">
            <Text c="dimmed">
              <When entry={entry} zone={zone} />
            </Text>
            {details(entry)}
          </Group>
        </Stack>
      )}
      renderDetail={(entry) => entry.id === openId && <AuditDetail entry={entry} zone={zone} />}
      isBroad
      isRefreshing={isRefreshing}
    />
  )
}

const columnsIn = (zone: string): Column<AuditLog>[] => [
  { header: 'ID', cell: ({ id }) => <span className="identifier">{id}</span>, isFigure: true },
  { header: 'Date/time', cell: (entry) => <When entry={entry} zone={zone} /> },
  { header: 'Actioned by', cell: (entry) => <Actor entry={entry} /> },
  {
    header: 'Trial number',
    cell: ({ trial_id }) => <TrialLink trialId={trial_id}>{trial_id}</TrialLink>,
    isFigure: true,
  },
  { header: 'Action', cell: (entry) => <Action entry={entry} />, isUnbroken: true },
  {
    header: 'Description',
    cell: (entry) => (
      <>
        {entry.description}
        <SubjectLinks entry={entry} most={MAX_IN_ROW} />
      </>
    ),
    isWordy: true,
  },
]

/** The time of an entry, or of one that is told by its day alone that day. */
function When({ entry: { created_at, is_day_only }, zone }: { entry: AuditLog; zone: string }) {
  return is_day_only ? <DayOf at={created_at} /> : <Instant at={created_at} zone={zone} />
}
/** A row names so many of the users, participants and packs that its entry is about; the details name more. */
const MAX_IN_ROW = 3

/** Whoever did it, by name and id. */
function Actor({ entry: { user, is_day_only } }: { entry: AuditLog }) {
  if (is_day_only) return 'An unblinded person'
  return user === null ? (
    'System'
  ) : (
    <TextLink {...paths.user(user.id)} py="0.625rem" display="inline-block">
      {user.name} (ID <span className="identifier">{user.id}</span>)
    </TextLink>
  )
}

/** Leads to the trial of an entry; nothing where it is of none. */
function TrialLink({ trialId, children }: { trialId: number | null; children: ReactNode }) {
  return (
    trialId !== null && (
      <TextLink {...paths.trial(trialId)} className="identifier" py="0.625rem" miw="2.75rem" display="inline-block">
        {children}
      </TextLink>
    )
  )
}

/** What an entry comes to, and whether somebody has reviewed it. */
function Action({ entry }: { entry: AuditLog }) {
  return (
    <Stack gap="0.25rem" align="flex-start">
      <Badge variant="light" color="slate" size="xl" fz="sm">
        {auditLabel(entry.kind)}
      </Badge>
      {entry.reviews.length > 0 && <Text size="sm">Reviewed</Text>}
    </Stack>
  )
}

/** Unfolds an entry by the address, so that a link can be sent to somebody. */
function DetailsLink({ entry: { id }, isOpen }: { entry: AuditLog; isOpen: boolean }) {
  const search = route.useSearch()
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
