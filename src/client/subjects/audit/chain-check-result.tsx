import type { api } from '#contract/api'
import { NOT_CHECKED } from '#contract/audit-logs'
import type { ReceivedAnswer } from '#contract/endpoint'
import { Alert, List } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { AuditEntryLink } from '../../record-links/audit-entry-link'
import { counted } from '../../ui/format-number'

type Checked = ReceivedAnswer<typeof api.checkAuditLogs>

/**
 * The result of a check of the chains: all right, or the fault of each wrong chain; and the parts that were not
 * checked.
 */
export function ChainCheckResult({ checked, first_wrong, others_wrong }: Checked) {
  return first_wrong === null ? (
    <Alert color="green" icon={<IconCircleCheck aria-hidden="true" />} title="The audit log is intact">
      {counted(checked, 'entry', 'entries')} checked. None was changed, removed or moved. {NOT_CHECKED}
    </Alert>
  ) : (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />} title="The audit log was altered">
      <List mb="xs">
        {[first_wrong, ...others_wrong].map((wrong) => (
          <List.Item key={wrong.trial_id ?? 'none'}>
            <Fault wrong={wrong} />
          </List.Item>
        ))}
      </List>
      {counted(checked, 'entry', 'entries')} found correct. Entries after a wrong one in its chain were not checked. Do
      not change the database. Compare it with a backup. {NOT_CHECKED}
    </Alert>
  )
}

type FaultProps = { wrong: NonNullable<Checked['first_wrong']> }

/** The first fault of a chain, with a link to the entry where there is one. */
function Fault({ wrong: { id, trial_id, position, fault } }: FaultProps) {
  const where = trial_id === null ? 'outside all trials' : `of trial ${trial_id}`
  const link = id !== null && <AuditEntryLink id={id}>ID {id}</AuditEntryLink>
  const entry = (
    <>
      Entry {position} {where}
      {link && <> ({link})</>}
    </>
  )
  switch (fault) {
    case 'altered':
      return <>{entry} was changed.</>
    case 'missing':
      return (
        <>
          Entry {position} {where} is missing{link && <> before the entry with {link}</>}.
        </>
      )
    case 'reordered':
      return <>{entry} is out of order: an earlier entry follows it.</>
    case 'added':
      return <>{entry} was added after the end.</>
    case 'chain_altered':
      return (
        <>
          The entries {where} do not end where they should. They end after entry {position}.
        </>
      )
  }
}
