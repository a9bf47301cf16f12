import { Button, Group, Stack } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode, SyntheticEvent } from 'react'
import type { ServerAction } from '../offline-reasons'
import { ServerButton } from '../device/offline/server-button'
import { OfflineReason } from '../device/offline/offline-reason'
import { useDialog, useSendingInDialog } from './action-dialog'
import classes from './action-form.module.css'

/** An action as its form shows it. */
export type SentAction = {
  isPending: boolean
  /** The outcome is unknown: only the same content may be sent again. */
  isUnknown: boolean
  sendAgain: () => void
}

/** An action whose outcome is never in doubt: it goes through the outbox, or a toast names whatever failed. */
export const neverInDoubt = (isPending: boolean): SentAction => ({ isPending, isUnknown: false, sendAgain: () => {} })

type ActionFormProps = {
  action: SentAction
  /** The reason for a refusal, shown in place. */
  refusal: ReactNode
  /** The label of the button, which names the action: "Flag participant 12"; null while it is not chosen. */
  button: string | null
  icon?: TablerIcon
  /** It cannot be undone. */
  isGrave?: boolean
  isDisabled?: boolean
  /** The server's action, for one that needs the connection; absent where it goes through the outbox. */
  needsServer?: ServerAction
  cancel?: string
  /** Leaves the page of the form, or closes its dialog. */
  onCancel?: () => void
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** Consequence, fields, refusal and the two buttons of an action in its dialog. Input cannot be changed while it is being sent. */
export function ActionForm(props: ActionFormProps) {
  const { action, refusal, button, isGrave = false, isDisabled = false, needsServer, cancel = 'Cancel' } = props
  const { close } = useDialog()
  const { icon: Icon, onCancel = close, onSubmit, children } = props
  useSendingInDialog(action.isPending)
  const submit = {
    type: 'submit',
    color: isGrave ? 'red' : 'petrol',
    loading: action.isPending,
    disabled: isDisabled,
    leftSection: Icon === undefined ? undefined : <Icon size={20} aria-hidden="true" />,
    children: button,
  } as const
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (action.isPending) return
        if (action.isUnknown) action.sendAgain()
        else onSubmit(event)
      }}
    >
      <Stack gap="md">
        <fieldset className={classes['fields']} disabled={action.isPending || action.isUnknown}>
          {children}
        </fieldset>
        {refusal}
        {needsServer !== undefined && <OfflineReason action={needsServer} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={action.isPending}>
            {cancel}
          </Button>
          {button !== null &&
            (needsServer === undefined ? <Button {...submit} /> : <ServerButton action={needsServer} {...submit} />)}
        </Group>
      </Stack>
    </form>
  )
}
