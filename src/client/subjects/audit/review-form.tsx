import { api } from '#contract/api'
import { Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import * as v from 'valibot'
import { call } from '../../api/browser-call'
import { answerOf } from '../../api/endpoint-query'
import { useBusyWhile } from '../../device/use-busy-while'
import { ServerButton } from '../../device/offline/server-button'
import { ActionRefused } from '../../ui/action-refused'
import { toastSuccess } from '../../ui/toasts'

const { finding: findingSchema } = api.reviewAuditLog.body.entries

/** Marks an entry as reviewed. Each text is sent under one key, so that pressing twice marks it once. */
export function ReviewForm({ entryId }: { entryId: number }) {
  const [draft, setDraft] = useState({ finding: '', key: crypto.randomUUID() })
  const [isTried, setIsTried] = useState(false)
  const client = useQueryClient()
  useBusyWhile('form', draft.finding !== '')
  const parsed = v.safeParse(findingSchema, draft.finding)
  const send = useMutation({
    mutationFn: async (finding: string) =>
      answerOf(
        await call(
          api.reviewAuditLog,
          { parameters: { audit_log_id: String(entryId) }, body: { finding } },
          { idempotency_key: draft.key },
        ),
      ),
    onSuccess: async () => {
      toastSuccess(`Entry ${entryId} marked as reviewed`)
      setDraft({ finding: '', key: crypto.randomUUID() })
      setIsTried(false)
      await client.invalidateQueries({ queryKey: [api.listAuditLogs.path] })
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (parsed.success && !send.isPending) send.mutate(parsed.output)
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
          value={draft.finding}
          error={isTried && !parsed.success ? parsed.issues[0].message : undefined}
          onChange={(event) => setDraft({ finding: event.currentTarget.value, key: crypto.randomUUID() })}
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
