import { Button, Group } from '@mantine/core'

type ActButtonsProps = {
  /** What happens when it is pressed: "Flag participant 12". */
  act: string
  isSending: boolean
  /** Cannot be taken back. */
  isGrave?: boolean
  isDisabled?: boolean
  onPress: () => void
  onCancel: () => void
}

/** The two ways out of an act's dialog. */
export function ActButtons({
  act,
  isSending,
  isGrave = false,
  isDisabled = false,
  onPress,
  onCancel,
}: ActButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel} disabled={isSending}>
        Cancel
      </Button>
      <Button color={isGrave ? 'red' : 'petrol'} loading={isSending} disabled={isDisabled} onClick={onPress}>
        {act}
      </Button>
    </Group>
  )
}
