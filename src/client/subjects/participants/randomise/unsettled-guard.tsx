import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { RESULT_NOT_KNOWN } from '../../../safety-words'
import { Dialog } from '../../../ui/dialog'

/** Asks before the page is left while the outcome of a randomisation is unknown. */
export function UnsettledGuard({ isUnsettled }: { isUnsettled: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isUnsettled,
    disabled: !isUnsettled,
    // A reload is safe: the key is in the address, and the page requests the outcome.
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <Dialog isOpen={status === 'blocked' && isUnsettled} onClose={() => reset?.()} title={RESULT_NOT_KNOWN.title}>
      <Text>{RESULT_NOT_KNOWN.words}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => proceed?.()}>
          Leave the page
        </Button>
        <Button onClick={() => reset?.()}>Stay</Button>
      </Group>
    </Dialog>
  )
}
