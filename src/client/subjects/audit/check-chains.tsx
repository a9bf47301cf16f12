import { api } from '#contract/api'
import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconLink } from '@tabler/icons-react'
import { call } from '../../api/browser-call'
import { answerOf } from '../../api/endpoint-query'
import { ServerButton } from '../../device/offline/server-button'
import { ActionRefused } from '../../ui/action-refused'
import { ChainCheckResult } from './chain-check-result'
import classes from './check-chains.module.css'

/** A million entries take minutes, in milliseconds. */
const LONGEST_CHECK = 15 * 60_000

/** Has the chains recomputed, and says in words what came of it. */
export function CheckChains() {
  const check = useMutation({
    mutationFn: async () => answerOf(await call(api.checkAuditLogs, {}, { timeout_ms: LONGEST_CHECK })),
  })
  return (
    <Stack gap="sm" mb="lg" align="flex-start">
      <ServerButton
        action="viewAuditLog"
        variant="default"
        loading={check.isPending}
        leftSection={<IconLink size={20} aria-hidden="true" />}
        onClick={() => check.mutate()}
      >
        Check the audit log
      </ServerButton>
      <ActionRefused title="The audit log was not checked" error={check.error} />
      <output className={classes['result']}>{check.data !== undefined && <ChainCheckResult {...check.data} />}</output>
    </Stack>
  )
}
