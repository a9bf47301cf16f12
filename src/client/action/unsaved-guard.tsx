import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { isGoingToProvider } from '../session/go-to-provider'
import { Dialog } from '../ui/dialog'

/** Asks before a page is left whose input is stored nowhere else. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    disabled: !isDirty,
    enableBeforeUnload: () => isDirty && !isGoingToProvider(),
    withResolver: true,
  })
  return (
    <Dialog isOpen={status === 'blocked' && isDirty} onClose={() => reset?.()} title="Leave without saving?">
      <Text>What you have written here will be lost.</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => proceed?.()}>
          Leave without saving
        </Button>
        <Button data-autofocus onClick={() => reset?.()}>
          Stay
        </Button>
      </Group>
    </Dialog>
  )
}
