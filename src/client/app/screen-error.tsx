import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailedState } from '../ui/failed-state'

/** What stands where a screen could not be drawn, or not even loaded. */
export function ScreenError({ error }: ErrorComponentProps) {
  // The name alone is quoted: what else an error says is for nobody at a ward.
  const code = error instanceof Error ? ` (${error.name})` : ''
  return (
    <FailedState
      happened="This page could not be shown"
      next={`Check the connection and reload the page. If that does not help, contact the service.${code}`}
      onRetry={() => location.reload()}
    />
  )
}
