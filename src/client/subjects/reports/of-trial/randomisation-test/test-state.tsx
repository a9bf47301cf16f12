import type { RandomisationTest } from '#contract/randomisation-tests'
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconX } from '@tabler/icons-react'
import { StatusBadge } from '../../../../ui/status-badge'

/** How a randomisation test stands, in a word. */
export function TestState({ test: { state, failure } }: { test: RandomisationTest }) {
  switch (state) {
    case 'waiting':
    case 'running':
      return (
        <StatusBadge tone="slate" icon={IconHourglass}>
          {state === 'waiting' ? 'Waiting' : 'Under way'}
        </StatusBadge>
      )
    case 'done':
      return (
        <StatusBadge tone="green" icon={IconCircleCheck}>
          Done
        </StatusBadge>
      )
    case 'failed':
      return (
        <StatusBadge tone="red" icon={IconAlertTriangle}>
          {failure === 'interrupted' ? 'The server stopped. Start another test' : 'Failed. Start another test'}
        </StatusBadge>
      )
    case 'cancelled':
      return (
        <StatusBadge tone="slate" icon={IconX}>
          Cancelled
        </StatusBadge>
      )
  }
}
