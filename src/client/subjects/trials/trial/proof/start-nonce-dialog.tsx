import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as v from 'valibot'
import { ActionDialog, useWrittenInDialog, type OpenDialog } from '../../../../action/action-dialog'
import { ActionForm } from '../../../../action/action-form'
import { ActionRefused } from '../../../../action/action-refused'
import { useAction } from '../../../../action/use-action'
import { trialQuery } from '../../../../api/trial-queries'
import { useBusyWhile } from '../../../../browser/busy'

/** Takes the start nonce, once. */
export function StartNonceDialog({ trial, ...dialog }: OpenDialog & { trial: Trial }) {
  return (
    <ActionDialog {...dialog} title="Enter a start nonce">
      <StartNonceForm trial={trial} onDone={dialog.onClose} />
    </ActionDialog>
  )
}

const { nonce_hex: nonceField } = api.enterStartNonce.body.entries

function StartNonceForm({ trial, onDone }: { trial: Trial; onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  useBusyWhile('form', typed !== '')
  useWrittenInDialog(typed !== '')
  const send = useAction(
    api.enterStartNonce,
    (nonce_hex: string) => ({ parameters: { trial_id: String(trial.id) }, body: { nonce_hex } }),
    { replaces: () => trialQuery(trial.id), onDone },
  )
  return (
    <ActionForm
      action={send}
      refusal={<ActionRefused title="The start nonce was not entered" error={send.error} />}
      button="Enter start nonce"
      needsServer="viewProof"
      onSubmit={() => {
        const parsed = v.safeParse(nonceField, typed.replaceAll(/\s/g, ''))
        setFault(parsed.success ? null : parsed.issues[0].message)
        if (parsed.success) send.mutate(parsed.output)
      }}
    >
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
        error={fault}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ActionForm>
  )
}
