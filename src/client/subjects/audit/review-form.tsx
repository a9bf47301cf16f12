import { api } from '#contract/api'
import { Group, Stack, Textarea } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import * as v from 'valibot'
import { useBusyWhile } from '../../device/use-busy-while'
import { ServerButton } from '../../device/offline/server-button'
import { toastSuccess } from '../../ui/toasts'
import { useAction } from '../../action/use-action'
import { ActionRefused } from '../../action/action-refused'

const { finding: findingSchema } = api.reviewAuditLog.body.entries

/** Marks an entry as reviewed. */
export function ReviewForm({ entryId }: { entryId: number }) {
  const [finding, setFinding] = useState('')
  const [isTried, setIsTried] = useState(false)
  useBusyWhile('form', finding !== '')
  const parsed = v.safeParse(findingSchema, finding)
  const send = useAction(
    api.reviewAuditLog,
    (body: { finding: string }) => ({ parameters: { audit_log_id: String(entryId) }, body }),
    {
      onDone: () => {
        toastSuccess(`Entry ${entryId} marked as reviewed`)
        setFinding('')
        setIsTried(false)
      },
    },
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (parsed.success && !send.isPending) send.mutate({ finding: parsed.output })
      }}
    >
      <Stack gap="sm" maw="40rem">
        <Textarea
          label="Finding"
          description="It is shown beside the entry. It cannot be changed later."
          required
          autosize
          minRows={2}
          maxLength={2000}
          value={finding}
          error={isTried && !parsed.success ? parsed.issues[0].message : undefined}
          onChange={(event) => setFinding(event.currentTarget.value)}
        />
        <ActionRefused title="The entry was not marked" error={send.error} />
        <Group>
          <ServerButton
            action="viewAuditLog"
            type="submit"
            variant="default"
            loading={send.isPending}
            leftSection={<IconChecks size={20} aria-hidden="true" />}
          >
            Mark entry {entryId} as reviewed
          </ServerButton>
        </Group>
      </Stack>
    </form>
  )
}
