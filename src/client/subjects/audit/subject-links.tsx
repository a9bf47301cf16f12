import type { AuditLog } from '#contract/audit-logs'
import { Group } from '@mantine/core'
import { paths } from '../../paths'
import { RecordLink } from '../../ui/record-link'

/** Whether an entry concerns any record with a page of its own. */
export const hasSubjects = (entry: AuditLog): boolean => linksOf(entry).length > 0

/** Links to the users, participants, packs and emails of an entry; with `limit`, to the first ones. */
export function SubjectLinks({ entry, limit }: { entry: AuditLog; limit?: number }) {
  const links = linksOf(entry).slice(0, limit)
  if (links.length === 0) return null
  return (
    <Group gap="0 1rem">
      {links.map(({ label, path }) => (
        <RecordLink key={label} {...path} isAside style={{ overflowWrap: 'anywhere' }}>
          {label}
        </RecordLink>
      ))}
    </Group>
  )
}

const linksOf = ({ kind, trial_id, subjects: { users, participants, study_packs } }: AuditLog) => [
  ...users.map(({ id, name }) => ({ label: `${name} (ID ${id})`, path: paths.user(id) })),
  ...(trial_id === null
    ? []
    : [
        ...participants.map(({ id, trial_sequence_no }) => ({
          label: `Participant ${trial_sequence_no}`,
          path: paths.participant(trial_id, id),
        })),
        ...(kind === 'message_resent'
          ? [{ label: `Emails of trial ${trial_id}`, path: paths.messages(trial_id) }]
          : []),
        ...study_packs.map(({ id, pack_id }) => ({ label: `Pack ${pack_id}`, path: paths.studyPack(trial_id, id) })),
      ]),
]
