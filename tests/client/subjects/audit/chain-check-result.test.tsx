// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ChainCheckResult } from '../../../../src/client/subjects/audit/chain-check-result'

afterEach(cleanup)

const said = (result: ComponentProps<typeof ChainCheckResult>): string => {
  render(
    <MantineProvider>
      <ChainCheckResult {...result} />
    </MantineProvider>,
  )
  return screen.getByRole('alert').textContent
}

const RIGHT = { checked: 1234, first_wrong: null, others_wrong: [] }

test('that nothing is wrong is said with how much was checked', () => {
  expect(said(RIGHT)).toContain('1,234 entries checked. None was changed, removed or moved.')
})

test('what is wrong is said of every chain', () => {
  const text = said({
    checked: 5,
    first_wrong: { id: 17, trial_id: 2, position: 3, fault: 'altered' },
    others_wrong: [
      { id: null, trial_id: 4, position: 1, fault: 'missing' },
      { id: 19, trial_id: null, position: 9, fault: 'added' },
    ],
  })
  for (const words of [
    'Entry 3 of trial 2 (ID 17) was changed.',
    'Entry 1 of trial 4 is missing.',
    'Entry 9 outside all trials (ID 19) was added after the end.',
  ])
    expect(text).toContain(words)
})

test.each([
  ['right', RIGHT],
  ['wrong', { ...RIGHT, first_wrong: { id: 17, trial_id: 2, position: 3, fault: 'altered' } as const }],
])('where all is %s, it is said that protected trials may not have been looked at', (_, result) => {
  expect(said(result)).toContain('does not cover protected trials in which you have no permission')
})
