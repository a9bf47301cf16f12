import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { isGoingToProvider } from '../session/go-to-provider'
import { Dialog } from '../ui/dialog'

type LeaveGuardProps = {
  /** Whether to ask. */
  isAsking: boolean
  /** Closing the tab loses it too, so the browser asks then. */
  isLostWithTab: boolean
  title: string
  /** The explanation of what leaving loses. */
  children: ReactNode
  /** The words of the button that leaves. */
  leave: string
  /** Drops input that would otherwise stay. */
  onDiscard?: () => void
  /** Whether the page stays where it is, with nothing to ask any more: then the browser returns to its address. */
  isStaying?: boolean
}

/** Asks before the page is left. */
export function LeaveGuard({
  isAsking,
  isLostWithTab,
  title,
  children,
  leave,
  onDiscard,
  isStaying = false,
}: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isAsking,
    disabled: !isAsking,
    enableBeforeUnload: () => isLostWithTab && isAsking && !isGoingToProvider(),
    withResolver: true,
  })
  // After Back the browser is at the other address already, and a reload would open that one. A page that goes on by itself must not be
  // met there by this return.
  useEffect(() => {
    if (status === 'blocked' && !isAsking && isStaying) reset()
  }, [status, isAsking, isStaying, reset])
  return (
    <Dialog
      isOpen={status === 'blocked' && isAsking}
      onClose={() => reset?.()}
      title={title}
      closeButtonProps={{ 'aria-label': 'Stay on this page' }}
    >
      <Text>{children}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        {onDiscard !== undefined && (
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
        )}
        <Button variant="default" onClick={() => proceed?.()}>
          {leave}
        </Button>
        <Button data-autofocus onClick={() => reset?.()}>
          Stay
        </Button>
      </Group>
    </Dialog>
  )
}

/** Asks before a page is left whose input is stored nowhere else. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  return (
    <LeaveGuard isAsking={isDirty} isLostWithTab title="Leave without saving?" leave="Leave without saving">
      What you have written here will be lost.
    </LeaveGuard>
  )
}
