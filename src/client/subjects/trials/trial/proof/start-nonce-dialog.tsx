import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { useFailureInPlace } from '../../../../api/raised-failure'
import { writeFailureText } from '../../../../api/write-failure-words'
import { useBusyWhile } from '../../../../device/use-busy-while'
import { ServerButton } from '../../../../device/offline/server-button'
import { NONCE_ENTRY, useStartNonce } from './use-start-nonce'

type StartNonceDialogProps = { trial: Trial; isOpen: boolean; onClose: () => void; onClosed: () => void }

/** Takes the start nonce, once. */
export function StartNonceDialog({ trial, isOpen, onClose, onClosed }: StartNonceDialogProps) {
  const isSending = useIsMutating({ mutationKey: NONCE_ENTRY }) > 0
  const close = () => {
    if (!isSending) onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Enter a start nonce"
      size="lg"
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <StartNonceForm trial={trial} onDone={onClose} />
    </Modal>
  )
}

const { nonce_hex: nonceField } = api.enterStartNonce.body.entries

function StartNonceForm({ trial, onDone }: { trial: Trial; onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const send = useStartNonce(trial.id, onDone)
  const failure = useFailureInPlace(send.error)
  useBusyWhile('form', typed !== '')

  const press = () => {
    const parsed = v.safeParse(nonceField, typed.replaceAll(/\s/g, ''))
    setFault(parsed.success ? null : parsed.issues[0].message)
    if (parsed.success) send.mutate({ nonce_hex: parsed.output })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        press()
      }}
    >
      <Stack gap="md">
        <Text>Once entered, it becomes part of every draw of “{trial.title}”. It cannot be changed or taken back.</Text>
        <TextInput
          label="Start nonce"
          description="16 to 128 hexadecimal digits, 0 to 9 and a to f. Spaces are left out."
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          classNames={{ input: 'identifier' }}
          value={typed}
          error={fault ?? (failure === null ? null : writeFailureText(failure))}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone} disabled={send.isPending}>
            Cancel
          </Button>
          <ServerButton action="viewProof" type="submit" loading={send.isPending}>
            Enter start nonce
          </ServerButton>
        </Group>
      </Stack>
    </form>
  )
}
