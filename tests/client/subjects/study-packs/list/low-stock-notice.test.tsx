// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LowStockNotice } from '../../../../../src/client/subjects/study-packs/list/low-stock-notice'
import { theme } from '../../../../../src/client/ui/theme'

afterEach(cleanup)

const shown = (active: number, onSite: (id: number) => void = () => {}) => {
  render(
    <MantineProvider theme={theme} env="test">
      <LowStockNotice lines={[{ key: '11', name: 'Queens', active, alert_at: 4, site_id: 11 }]} onSite={onSite} />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Low stock 1 place' }))
}

test.each([
  [0, 'None left'],
  [3, 'Low'],
])('with %s packs at a site, “Low stock” says %s', (active, word) => {
  shown(active)
  expect(screen.getByText(word)).toBeDefined()
})

test('a site is shown, and the list of places closed', async () => {
  const chosen: number[] = []
  shown(3, (id) => chosen.push(id))
  fireEvent.click(screen.getByRole('button', { name: 'Show the packs at Queens' }))
  expect(chosen).toEqual([11])
  await waitFor(() => expect(screen.queryByText('Queens')).toBeNull())
})

test('nothing is said where no place runs low', () => {
  render(
    <MantineProvider theme={theme}>
      <LowStockNotice lines={[]} onSite={() => {}} />
    </MantineProvider>,
  )
  expect(screen.queryByRole('button')).toBeNull()
})
