import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailedState } from '../ui/failed-state'

/** Replaces a screen that could not be rendered or loaded. */
export function ScreenError({ error }: ErrorComponentProps) {
  // Only the error's name is quoted: its message is no sentence for a ward.
  const code = error instanceof Error ? ` (${error.name})` : ''
  return (
    <FailedState
      happened="This page could not be shown"
      next={`Check the connection and reload the page. If that does not help, contact the service.${code}`}
      onRetry={() => location.reload()}
    />
  )
}
