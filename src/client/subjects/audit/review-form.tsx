import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { Group, Stack, Textarea } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { ServerButton } from '../../device/offline/server-button'
import { toastSuccess } from '../../ui/toasts'
import { useSchemaForm } from '../../action/use-schema-form'
import { useAction } from '../../action/use-action'
import { ActionRefused } from '../../action/action-refused'

type Review = SentBody<typeof api.reviewAuditLog>

const EMPTY: Review = { finding: '' }
const FIELDS = ['finding']

/** Marks an entry as reviewed. */
export function ReviewForm({ entryId }: { entryId: number }) {
  const send = useAction(
    api.reviewAuditLog,
    (body: Review) => ({ parameters: { audit_log_id: String(entryId) }, body }),
    {
      onDone: () => {
        toastSuccess(`Entry ${entryId} marked as reviewed`)
        form.reset()
      },
    },
  )
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
