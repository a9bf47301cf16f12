// @vitest-environment happy-dom
import { API_MARK } from '#contract/api-address'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connection, initialConnection } from '../../../../../src/client/device/offline/connection'
import { createQueryClient } from '../../../../../src/client/api/query-client'
import { call } from '../../../../../src/client/device/call'
import { PackActionForm } from '../../../../../src/client/subjects/study-packs/actions/pack-action-form'
import { theme } from '../../../../../src/client/ui/theme'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'

/* The server refuses an action that reveals study groups until a person gives a reason. */

const TRIAL = aShownTrial()
const PACKS = [1, 2].map((id) => aShownPack({ id, pack_id: `A-${id}` }))
const PATTERN = 'The status differs by study group'
const REFUSED = {
  type: 'urn:equipoise:validation_failed',
  title: 'Validation failed',
  status: 422,
  detail: 'The request is not valid; see the fields named',
  message: 'The request is not valid; see the fields named',
  code: 'validation_failed',
  fields: { acknowledge_pattern: PATTERN },
}

let sent: unknown[]
beforeEach(() => {
  sent = []
  // Mantine's text area waits for `document.fonts`, which happy-dom does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    if (request.method === 'POST') sent.push(await request.json())
    return Response.json(REFUSED, { status: 422, headers: { [API_MARK.name]: API_MARK.value } })
  })
  connection.set(initialConnection(Date.now()))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('names the pattern, asks for a reason, and sends it with the next try', async () => {
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <MantineProvider theme={theme}>
        <PackActionForm
          trial={TRIAL}
          action="deactivate"
          packs={PACKS}
          onDrop={undefined}
          onDone={() => {}}
          onUndone={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const press = () => fireEvent.click(screen.getByRole('button', { name: /^Deactivate/ }))
  fireEvent.change(screen.getByRole('textbox', { name: /^Reason/ }), { target: { value: 'Damaged' } })
  press()
  expect(await screen.findByText(PATTERN)).toBeDefined()
  expect(sent).toMatchObject([{ comment: 'Damaged' }])
  press()
  expect(await screen.findByText('Please enter a reason for doing it anyway')).toBeDefined()
  expect(sent).toHaveLength(1)
  const reasonField = screen.getByRole('textbox', { name: /^Reason for doing it anyway/ })
  fireEvent.change(reasonField, { target: { value: 'The lot is short' } })
  press()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ comment: 'Damaged', acknowledge_pattern: 'The lot is short' })
})
