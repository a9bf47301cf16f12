import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { useFailureInPlace } from '../../../../api/raised-failure'
import { writeFailureText } from '../../../../api/write-failure-words'
import { useBusyWhile } from '../../../../device/use-busy-while'
import { PREFERENCE_WORDS } from '../preference-words'
import { ServerButton } from '../../../../device/offline/server-button'
import { EVERYONE_READS } from '../../../../ui/who-reads'
import { SITE_OPENING, useOpenSite } from './use-open-site'

type OpenSiteDialogProps = {
  trial: Trial
  site: { id: number; title: string }
  isOpen: boolean
  onClose: () => void
  onClosed: () => void
}

/** Opens a site: what that means, and the reason. */
export function OpenSiteDialog({ trial, site, isOpen, onClose, onClosed }: OpenSiteDialogProps) {
  const isSending = useIsMutating({ mutationKey: SITE_OPENING }) > 0
  const close = () => {
    if (!isSending) onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={`Open ${site.title}`}
      size="lg"
      closeOnClickOutside={false}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <OpenSiteForm trial={trial} site={site} onDone={onClose} />
    </Modal>
  )
}

const { reason: reasonField } = api.openSite.body.entries

function OpenSiteForm({ trial, site, onDone }: Pick<OpenSiteDialogProps, 'trial' | 'site'> & { onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const send = useOpenSite(trial.id, site.id, onDone)
  const failure = useFailureInPlace(send.error)
  useBusyWhile('form', reason !== '')

  const press = () => {
    const parsed = v.safeParse(reasonField, reason)
    setFault(parsed.success ? null : parsed.issues[0].message)
    if (parsed.success) send.mutate({ reason: parsed.output })
  }
  return (
    <Stack gap="md">
      <Text>
        {site.title} can randomise whenever the trial is Started. You cannot close a site again. You can only remove it
        from the trial in Settings.
      </Text>
      <Text>
        Everyone with access to the site is emailed, except those who have switched off “
        {PREFERENCE_WORDS.on_trial_status}”.
      </Text>
      <Textarea
        label="Reason"
        description={`For example: staff trained, approvals in place. ${EVERYONE_READS}`}
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={reason}
        error={fault ?? (failure === null ? null : writeFailureText(failure))}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone} disabled={send.isPending}>
          Cancel
        </Button>
        <ServerButton action="changeSettings" loading={send.isPending} onClick={press}>
          Open {site.title}
        </ServerButton>
      </Group>
    </Stack>
  )
}
