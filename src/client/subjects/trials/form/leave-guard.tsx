import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { isGoingToProvider } from '../../../session/go-to-provider'
import { Dialog } from '../../../ui/dialog'

/** Asks before the page is left with a form that is not saved. Closing the tab would lose it, so the browser asks then. */
export function LeaveGuard({ isDirty, onDiscard }: { isDirty: boolean; onDiscard: () => void }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    disabled: !isDirty,
    enableBeforeUnload: () => isDirty && !isGoingToProvider(),
    withResolver: true,
  })
  return (
    <Dialog
      isOpen={status === 'blocked' && isDirty}
      onClose={() => reset?.()}
      title="The form is not saved"
      closeButtonProps={{ 'aria-label': 'Stay on this page' }}
    >
      <Text>
        What you have entered stays in this tab until you sign out or close it. No one else sees it. It has no effect
        until you save it.
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            onDiscard()
            proceed?.()
          }}
        >
          Discard and leave
        </Button>
        <Button variant="default" onClick={() => proceed?.()}>
          Leave and keep the draft
        </Button>
        <Button onClick={() => reset?.()}>Stay</Button>
      </Group>
    </Dialog>
  )
}
