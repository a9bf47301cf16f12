import type { AuditLog } from '#contract/audit-logs'
import { AUDIT_KINDS } from '#domain/audit-kind'
import { Stack, Table, Text, Title } from '@mantine/core'
import { paths } from '../../paths'
import { Definitions } from '../../ui/definitions'
import { formatNumber } from '../../ui/format-number'
import { Instant } from '../../ui/instant'
import { TextLink } from '../../ui/link-button'
import { ScrollFrame } from '../../ui/scroll-frame'
import { ReviewForm } from './review-form'

/** What an entry says beside its description: the reason, old and new values by field, and what reviews found. */
export function AuditDetail({ entry, zone }: { entry: AuditLog; zone: string }) {
  const { kind, role, reason, trial_id, is_cut, reviews } = entry
  return (
    <Stack gap="md" py="sm">
      <Definitions
        items={[
          ['Kind of action', AUDIT_KINDS[kind].title],
          ['Role', role],
          ['Reason', reason],
          ...(trial_id === null
            ? []
            : [
                [
                  'Trial',
                  <TextLink key="trial" {...paths.trial(trial_id)} py="0.625rem" display="inline-block">
                    Open trial {trial_id}
                  </TextLink>,
                ] as const,
              ]),
        ]}
      />
      {is_cut && <Text>You are blinded in this trial: what could tell its study groups is kept from you.</Text>}
      <Changes entry={entry} />
      <Title order={2} size="h4">
        Reviews
      </Title>
      {reviews.length === 0 && <Text>Nobody has reviewed this entry yet.</Text>}
      {reviews.map(({ id, created_at, reviewed_by_user, finding }) => (
        <div key={id}>
          <Text c="dimmed">
            {reviewed_by_user.name}, <Instant at={created_at} zone={zone} />
          </Text>
          <Text>{finding ?? 'The finding might tell more than you may see, and is kept from you.'}</Text>
        </div>
      ))}
      <ReviewForm entryId={entry.id} />
    </Stack>
  )
}

/** So many changes are shown; an entry about thousands of packs would hold up the screen. */
const MOST_SHOWN = 200

function Changes({ entry: { id, changes } }: { entry: AuditLog }) {
  if (changes.length === 0) return <Text>No field was changed.</Text>
  const label = `Changes of entry ${id}`
  return (
    <>
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
            {changes.slice(0, MOST_SHOWN).map((change) => (
              <Table.Tr key={change.field}>
                <Table.Td className="identifier">{change.field}</Table.Td>
                <Table.Td>{inWords(change.old)}</Table.Td>
                <Table.Td>{inWords(change.new)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      {changes.length > MOST_SHOWN && (
        <Text>
          {formatNumber(MOST_SHOWN)} of {formatNumber(changes.length)} changes are shown.
        </Text>
      )}
    </>
  )
}

type Value = AuditLog['changes'][number]['new']

const inWords = (value: Value): string => {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}
