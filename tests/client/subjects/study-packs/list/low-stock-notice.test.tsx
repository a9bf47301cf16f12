// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LowStockNotice } from '../../../../../src/client/subjects/study-packs/list/low-stock-notice'
import { theme } from '../../../../../src/client/ui/theme'

afterEach(cleanup)

test.each([
  [0, 'None left'],
  [3, 'Low'],
])('with %s packs at a site, “Low stock” says %s', (active, word) => {
  render(
    <MantineProvider theme={theme}>
      <LowStockNotice lines={[{ key: '11', name: 'Queens', active, alert_at: 4, site_id: 11 }]} onSite={() => {}} />
    </MantineProvider>,
  )
  expect(screen.getByText(word)).toBeDefined()
})
