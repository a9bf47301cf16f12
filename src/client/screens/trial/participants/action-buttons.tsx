import { Button, Group } from '@mantine/core'
import type { ServerAction } from '../../../offline/offline-reasons'
import { ServerButton } from '../../../offline/server-button'
import { WhyNotOffline } from '../../../offline/why-not-offline'

type ActionButtonsProps = {
  /** What happens when it is pressed: "Flag participant 12". */
  action: string
  isSending: boolean
  /** Cannot be taken back. */
  isGrave?: boolean
  /** What only the server can do about it; left out where it goes through the outbox. */
  onlineAction?: ServerAction
  onPress: () => void
  onCancel: () => void
}

/** The two ways out of an act's dialog. */
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
