import type { ReceivedAnswer } from '#contract/endpoint'
import { useState } from 'react'
import { api } from '#contract/api'
import { Stack } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { ServerButton } from '../../device/offline/server-button'
import { ChainCheckResult } from './chain-check-result'
import classes from './check-chains.module.css'
import { useAction } from '../../action/use-action'
import { ActionRefused } from '../../action/action-refused'

/** A million entries take minutes, in milliseconds. */
const LONGEST_CHECK = 15 * 60_000

/** Has the chains recomputed, and shows the result. */
export function CheckChains() {
  const [result, setResult] = useState<ReceivedAnswer<typeof api.checkAuditLogs> | null>(null)
  const check = useAction(api.checkAuditLogs, () => ({}), { timeout_ms: LONGEST_CHECK, onDone: setResult })
  return (
    <Stack gap="sm" mb="lg" align="flex-start">
      <ServerButton
        action="viewAuditLog"
        variant="default"
        loading={check.isPending}
        leftSection={<IconLink size={20} aria-hidden="true" />}
        onClick={() => {
          // An earlier result must not stand beside a check that is under way or has failed.
          setResult(null)
          check.mutate()
        }}
      >
        Check the audit log
      </ServerButton>
      <ActionRefused title="The audit log was not checked" error={check.error} />
      <output className={classes['result']}>{result !== null && <ChainCheckResult {...result} />}</output>
    </Stack>
  )
}
