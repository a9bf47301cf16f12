import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useIsAway } from '../../device/offline/use-connection'
import { Announced } from '../../ui/announced'

type NotLoadedProps = { children: string; onRetry: () => Promise<unknown> }

/** Says what of a list is unknown: an unknown list is never shown as an empty one. */
export function NotLoaded({ children, onRetry }: NotLoadedProps) {
  const isAway = useIsAway()
  const [isRetrying, setIsRetrying] = useState(false)
  const retry = async () => {
    if (isRetrying) return
    setIsRetrying(true)
    await onRetry()
    setIsRetrying(false)
  }
  return (
    <Group gap="sm" py="xs">
      <Announced>
        <Text c="dimmed">
          {children}
          {isAway && ' No connection. They will load when it is back.'}
        </Text>
      </Announced>
      {!isAway && (
        <Button
          variant="default"
          aria-label={`Try again: ${children}`}
          onClick={() => void retry()}
          // Without `disabled`, which takes the focus away.
          {...(isRetrying && { 'aria-disabled': true, 'data-disabled': true })}
        >
          Try again
        </Button>
      )}
    </Group>
  )
}
