import { api } from '#contract/api'
import type { ReceivedAnswer } from '#contract/endpoint'
import { Alert, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconAlertTriangle, IconCircleCheck, IconLink } from '@tabler/icons-react'
import { call } from '../../api/browser-call'
import { answerOf } from '../../api/endpoint-query'
import { ServerButton } from '../../offline/server-button'
import { ActionRefused } from '../../ui/action-refused'
import { formatNumber } from '../../ui/format-number'
import classes from './check-chains.module.css'

/** A million entries take minutes, in milliseconds. */
const LONGEST_CHECK = 15 * 60_000

type Checked = ReceivedAnswer<typeof api.checkAuditLogs>

/** Has the chains recomputed, and says in words what came of it. */
export function CheckChains() {
  const check = useMutation({
    mutationFn: async () => answerOf(await call(api.checkAuditLogs, {}, { timeout_ms: LONGEST_CHECK })),
  })
  return (
    <Stack gap="sm" mb="lg" align="flex-start">
      <ServerButton
        act="viewAuditLog"
        variant="default"
        loading={check.isPending}
        leftSection={<IconLink size={20} aria-hidden="true" />}
        onClick={() => check.mutate()}
      >
        Check the chains
      </ServerButton>
      <ActionRefused title="The chains were not checked" error={check.error} />
      <output className={classes['result']}>{check.data !== undefined && <Result {...check.data} />}</output>
    </Stack>
  )
}

function Result({ checked, first_wrong }: Checked) {
  return first_wrong === null ? (
    <Alert color="green" icon={<IconCircleCheck aria-hidden="true" />} title="The audit log is as it was written">
      {formatNumber(checked)} entries were checked: none was changed, removed or moved.
    </Alert>
  ) : (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />} title="The audit log is not as it was written">
      {faultInWords(first_wrong)} {formatNumber(checked)} entries before it are right. Please keep the database as it
      is, and compare it with a backup.
    </Alert>
  )
}

const faultInWords = ({ id, trial_id, position, fault }: NonNullable<Checked['first_wrong']>): string => {
  const where = trial_id === null ? 'of what belongs to no trial' : `of trial ${trial_id}`
  const which = `Entry ${position} ${where}${id === null ? '' : ` (ID ${id})`}`
  switch (fault) {
    case 'altered':
      return `${which} is not what was written.`
    case 'missing':
      return id === null
        ? `Entry ${position} ${where} is missing.`
        : `Entry ${position} ${where} is missing before the one with ID ${id}.`
    case 'reordered':
      return `${which} stands in the list before one that was written earlier.`
    case 'added':
      return `${which} was added after the end.`
    case 'chain_altered':
      return `The entries ${where} end elsewhere than they should, after entry ${position}.`
  }
}
