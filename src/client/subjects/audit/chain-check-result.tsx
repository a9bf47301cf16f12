import type { api } from '#contract/api'
import { NOT_CHECKED } from '#contract/audit-logs'
import type { ReceivedAnswer } from '#contract/endpoint'
import { Alert, List } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { counted } from '../../ui/format-number'

type Checked = ReceivedAnswer<typeof api.checkAuditLogs>

/** What a check of the chains came to: that all is right, or what is wrong in each chain that is; and what was not looked at. */
export function ChainCheckResult({ checked, first_wrong, others_wrong }: Checked) {
  return first_wrong === null ? (
    <Alert color="green" icon={<IconCircleCheck aria-hidden="true" />} title="The audit log is intact">
      {counted(checked, 'entry', 'entries')} checked. None was changed, removed or moved. {NOT_CHECKED}
    </Alert>
  ) : (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />} title="The audit log was altered">
      <List mb="xs">
        {[first_wrong, ...others_wrong].map((wrong) => (
          <List.Item key={wrong.trial_id ?? 'none'}>{faultInWords(wrong)}</List.Item>
        ))}
      </List>
      {counted(checked, 'entry', 'entries')} found correct. Entries after a wrong one in its chain were not checked. Do
      not change the database. Compare it with a backup. {NOT_CHECKED}
    </Alert>
  )
}

const faultInWords = ({ id, trial_id, position, fault }: NonNullable<Checked['first_wrong']>): string => {
  const where = trial_id === null ? 'outside all trials' : `of trial ${trial_id}`
  const which = `Entry ${position} ${where}${id === null ? '' : ` (ID ${id})`}`
  switch (fault) {
    case 'altered':
      return `${which} was changed.`
    case 'missing':
      return id === null
        ? `Entry ${position} ${where} is missing.`
        : `Entry ${position} ${where} is missing before the entry with ID ${id}.`
    case 'reordered':
      return `${which} is out of order: an earlier entry follows it.`
    case 'added':
      return `${which} was added after the end.`
    case 'chain_altered':
      return `The entries ${where} do not end where they should. They end after entry ${position}.`
  }
}
