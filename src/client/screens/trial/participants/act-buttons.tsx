import { Button, Group } from '@mantine/core'
import { useIsAway } from '../../../offline/use-connection'
import { WhyNotOffline } from '../../../offline/why-not-offline'

type ActButtonsProps = {
  /** What happens when it is pressed: "Flag participant 12". */
  act: string
  isSending: boolean
  /** Cannot be taken back. */
  isGrave?: boolean
  isDisabled?: boolean
  /** Why it cannot be done without the connection; left out where it can. */
  whyNotOffline?: string
  onPress: () => void
  onCancel: () => void
}

/** The two ways out of an act's dialog. */
export function ActButtons({
  act,
  isSending,
  isGrave = false,
  isDisabled = false,
  whyNotOffline,
  onPress,
  onCancel,
}: ActButtonsProps) {
  const isAway = useIsAway() && whyNotOffline !== undefined
  return (
    <>
      {whyNotOffline !== undefined && <WhyNotOffline>{whyNotOffline}</WhyNotOffline>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={isSending}>
          Cancel
        </Button>
        <Button
          color={isGrave ? 'red' : 'petrol'}
          loading={isSending}
          disabled={isDisabled || isAway}
          onClick={onPress}
        >
          {act}
        </Button>
      </Group>
    </>
  )
}
