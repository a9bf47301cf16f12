import { Button, Group } from '@mantine/core'
import type { ServerAct } from '../../../offline/offline-reasons'
import { ServerButton } from '../../../offline/server-button'
import { WhyNotOffline } from '../../../offline/why-not-offline'

type ActButtonsProps = {
  /** What happens when it is pressed: "Flag participant 12". */
  action: string
  isSending: boolean
  /** Cannot be taken back. */
  isGrave?: boolean
  /** What only the server can do about it; left out where it goes through the outbox. */
  onlineAct?: ServerAct
  onPress: () => void
  onCancel: () => void
}

/** The two ways out of an act's dialog. */
export function ActButtons({ action, isSending, isGrave = false, onlineAct, onPress, onCancel }: ActButtonsProps) {
  const press = { color: isGrave ? 'red' : 'petrol', loading: isSending, onClick: onPress }
  return (
    <>
      {onlineAct !== undefined && <WhyNotOffline action={onlineAct} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={isSending}>
          Cancel
        </Button>
        {onlineAct === undefined ? (
          <Button {...press}>{action}</Button>
        ) : (
          <ServerButton action={onlineAct} {...press}>
            {action}
          </ServerButton>
        )}
      </Group>
    </>
  )
}
