// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { deskQuery } from '../../../../src/client/api/desk-queries'
import { createQueryClient } from '../../../../src/client/api/query-client'
import { DeskWork } from '../../../../src/client/app/home/desk/desk-work'
import { call } from '../../../../src/client/device/call'
import { connection, initialConnection } from '../../../../src/client/device/offline/connection'

afterEach(() => {
  cleanup()
  connection.set(initialConnection(0))
})

test('what needs a decision is told with its age once it cannot be asked for again', async () => {
  const client = createQueryClient(call)
  const at = Date.now()
  client.setQueryData(deskQuery.queryKey, { trials: [], decisions: [], silent_sites: [], low_stock: [] })
  connection.set({ state: 'online', since: at, doubts: 0 })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <DeskWork>Trials</DeskWork>
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(screen.getByText('Nothing needs a decision.')).toBeDefined()
  expect(screen.queryByText(/Last updated/)).toBeNull()
  act(() => connection.set({ state: 'offline', since: at, doubts: 0 }))
  expect(screen.getByText(/^No connection. Last updated/)).toBeDefined()
  expect(screen.getByText('Nothing needs a decision.')).toBeDefined()
})
