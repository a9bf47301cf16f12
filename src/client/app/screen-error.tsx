import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailedState } from '../ui/failed-state'

/** What stands where a screen could not be drawn, or not even loaded. */
export function ScreenError({ error }: ErrorComponentProps) {
  const reason = error instanceof Error ? ` (${error.message})` : ''
  return (
    <FailedState
      happened="This page could not be shown"
      next={`Check the connection and reload the page. If that does not help, contact the service.${reason}`}
      onRetry={() => location.reload()}
    />
  )
}
