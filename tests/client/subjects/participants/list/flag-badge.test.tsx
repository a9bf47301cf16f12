// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FlagBadge } from '../../../../../src/client/subjects/participants/list/flag-badge'
import { aShownParticipant } from '../../../a-shown-participant'

test.each([
  ['Flagged', true],
  ['Unflagged', true],
  ['Flagged', undefined],
  ['Unflagged', undefined],
] as const)('%s, and counted out: %s', (name, isCountedOut) => {
  const counted = isCountedOut === undefined ? {} : { is_counted_out: isCountedOut }
  const { container } = render(
    <MantineProvider>
      <FlagBadge of={aShownParticipant({ flag_status: { name }, ...counted })} />
    </MantineProvider>,
  )
  expect(container.textContent).toContain(name)
  expect(container.textContent.includes('Not counted in later allocations')).toBe(isCountedOut === true)
})
