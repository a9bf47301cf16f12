import type { AuditLog } from '#contract/audit-logs'
import { Group, Pagination, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { auditLogQuery } from '../../api/audit-queries'
import { formatNumber } from '../../ui/format-number'
import { QueryView } from '../../device/offline/query-view'
import { AuditEntryLink } from '../../record-links/audit-entry-link'
import { ScrollFrame } from '../../ui/scroll-frame'
import { ROOM_FOR_BROAD_TABLES, useIsWide } from '../../ui/use-is-wide'
import { changedValueInWords } from './changed-value'
import { fieldInWords } from './field-in-words'

/** The old and new values of an entry by field. Values that the list lacks are fetched. */
export function AuditChanges({ entry, zone }: { entry: AuditLog; zone: string }) {
  if (entry.changes_total === 0) return <Text>No changes.</Text>
  return entry.changes_total > entry.changes.length ? (
    <WholeChanges id={entry.id} zone={zone} />
  ) : (
    <ChangesTable id={entry.id} changes={entry.changes} zone={zone} />
  )
}

function WholeChanges({ id, zone }: { id: number; zone: string }) {
  const entry = useQuery(auditLogQuery(id))
  return (
    <QueryView query={entry} loading={<Skeleton height="16rem" />}>
      {({ changes }) => <ChangesTable id={id} changes={changes} zone={zone} />}
    </QueryView>
  )
}

/** The number of changes on a page: an entry about thousands of packs has thousands. */
const CHANGES_ON_A_PAGE = 100

function ChangesTable({ id, changes, zone }: { id: number; changes: AuditLog['changes']; zone: string }) {
  // As in the list around it: a card has no room for three columns.
  const isWide = useIsWide(ROOM_FOR_BROAD_TABLES)
  const [page, setPage] = useState(1)
  const label = `Changes of entry ${id}`
  const pages = Math.ceil(changes.length / CHANGES_ON_A_PAGE)
  const first = (page - 1) * CHANGES_ON_A_PAGE
  const shown = { label, zone, changes: changes.slice(first, first + CHANGES_ON_A_PAGE) }
  return (
    <Stack gap="xs">
      {isWide ? <WideChanges {...shown} /> : <NarrowChanges {...shown} />}
      {pages > 1 && (
        <Group justify="space-between">
          <Text c="dimmed" aria-live="polite">
            {formatNumber(first + 1)}–{formatNumber(first + shown.changes.length)} of {formatNumber(changes.length)}{' '}
            changes
          </Text>
          <nav aria-label={`${label}: pages`}>
            <Pagination total={pages} value={page} onChange={setPage} siblings={0} gap="0.125rem" />
          </nav>
        </Group>
      )}
    </Stack>
  )
}

type ShownChanges = { label: string; changes: AuditLog['changes']; zone: string }

function WideChanges({ label, changes, zone }: ShownChanges) {
  return (
    <ScrollFrame label={label}>
      <Table aria-label={label} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Field</Table.Th>
            <Table.Th scope="col">Old value</Table.Th>
            <Table.Th scope="col">New value</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- A field may be there twice, and changes never move.
            <Table.Tr key={place}>
              <Table.Td title={change.field}>{fieldInWords(change.field)}</Table.Td>
              <Table.Td>{changedValueInWords(change.field, change.old, zone)}</Table.Td>
              <Table.Td>{newValue(change, zone)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  )
}

/** One below the other: a phone has no room for three columns. */
function NarrowChanges({ label, changes, zone }: ShownChanges) {
  return (
    <Stack component="ul" aria-label={label} gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {changes.map((change, place) => (
        // Hashes and ids of packs are longer than a phone is wide.
        // oxlint-disable-next-line react/no-array-index-key -- A field may be there twice, and changes never move.
        <li key={place} style={{ overflowWrap: 'anywhere' }}>
          <Text c="dimmed" title={change.field}>
            {fieldInWords(change.field)}
          </Text>
          <Text>Old value: {changedValueInWords(change.field, change.old, zone)}</Text>
          <Text>New value: {newValue(change, zone)}</Text>
        </li>
      ))}
    </Stack>
  )
}

type Change = AuditLog['changes'][number]

/**
 * An entry also names its subject, such as the participant of a pack: readers need not compare two numbers. The entry of an
 * undo names the one that it reverses.
 */
const newValue = (change: Change, zone: string): ReactNode => {
  if (change.field === 'undoes' && typeof change.new === 'number') return <AuditEntryLink id={change.new} />
  return change.new === change.old ? 'unchanged' : changedValueInWords(change.field, change.new, zone)
}
