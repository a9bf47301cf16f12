import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconChecks } from '@tabler/icons-react'
import { call } from '../../api/browser-call'
import { answerOf } from '../../api/endpoint-query'
import { useWriteKey } from '../../api/use-write-key'
import { ServerButton } from '../../device/offline/server-button'
import { ActionRefused } from '../../ui/action-refused'
import { toastSuccess } from '../../ui/toasts'
import { useSchemaForm } from '../../ui/use-schema-form'

type Review = SentBody<typeof api.reviewAuditLog>

const EMPTY: Review = { finding: '' }
const FIELDS = ['finding']

/** Marks an entry as reviewed. Each text is sent under one key, so that pressing twice marks it once. */
export function ReviewForm({ entryId }: { entryId: number }) {
  const client = useQueryClient()
  const sendOnce = useWriteKey()
  const send = useMutation({
    mutationFn: async (body: Review) =>
      answerOf(
        await sendOnce(body, (options) =>
          call(api.reviewAuditLog, { parameters: { audit_log_id: String(entryId) }, body }, options),
        ),
      ),
    onSuccess: async () => {
      toastSuccess(`Entry ${entryId} marked as reviewed`)
      form.reset()
      await client.invalidateQueries({ queryKey: [api.listAuditLogs.path] })
    },
  })
  const { form, submit } = useSchemaForm(api.reviewAuditLog.body, EMPTY, send.error)
  return (
    <form
      noValidate
      onSubmit={submit((body) => {
        if (!send.isPending) send.mutate(body)
      })}
    >
      <Stack gap="sm" maw="40rem">
        <Textarea
          label="Finding"
          description="It is shown beside the entry. It cannot be changed later."
          required
          autosize
          minRows={2}
          maxLength={2000}
          key={form.key('finding')}
          {...form.getInputProps('finding')}
        />
        <ActionRefused title="The entry was not marked" error={send.error} shownFields={FIELDS} />
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
