import { Button, Group } from '@mantine/core'
import type { ServerAction } from '../../../device/offline/offline-reasons'
import { ServerButton } from '../../../device/offline/server-button'
import { WhyNotOffline } from '../../../device/offline/why-not-offline'

type ActionButtonsProps = {
  /** The label of the button: "Flag participant 12". */
  action: string
  isSending: boolean
  /** Cannot be undone. */
  isGrave?: boolean
  /** The server action, for an act that needs the connection; absent where it goes through the outbox. */
  onlineAction?: ServerAction
  onPress: () => void
  onCancel: () => void
}

/** The two buttons of an action dialog: to act, or to cancel. */
export function ActionButtons({
  action,
  isSending,
  isGrave = false,
  onlineAction,
  onPress,
  onCancel,
}: ActionButtonsProps) {
  const press = { color: isGrave ? 'red' : 'petrol', loading: isSending, onClick: onPress }
  return (
    <>
      {onlineAction !== undefined && <WhyNotOffline action={onlineAction} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={isSending}>
          Cancel
        </Button>
        {onlineAction === undefined ? (
          <Button {...press}>{action}</Button>
        ) : (
          <ServerButton action={onlineAction} {...press}>
            {action}
          </ServerButton>
        )}
      </Group>
    </>
  )
}
