// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HistoryList } from '../../../src/client/ui/history-list'
import { theme } from '../../../src/client/ui/theme'
import { wordsOf } from '../shown-table'

afterEach(cleanup)

test.each([
  ['2027-03-04T11:05:02.000Z', 'Ada Coordinator, 4 Mar 2027, 11:05'],
  ['2027-03-04T11:44:00.000Z', 'Ada Coordinator, 4 Mar 2027, 11:05 (recorded 4 Mar 2027, 11:44)'],
])('an action of 11:05, recorded at %s', (created_at, words) => {
  const line = {
    key: 1,
    icon: IconFlag,
    text: 'Withdrew',
    by: 'Ada Coordinator',
    created_at,
    performed_at: '2027-03-04T11:05:01.000Z',
    clock_uncertain: false,
  }
  render(
    <MantineProvider theme={theme}>
      <HistoryList lines={[line]} zone="Etc/UTC" />
    </MantineProvider>,
  )
  expect(wordsOf(document.body).endsWith(words)).toBe(true)
})
