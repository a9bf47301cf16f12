// @vitest-environment happy-dom
import { reason as reasonSchema } from '#contract/fields'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { MantineProvider, ModalStack } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ActionDialog } from '../../../src/client/action/action-dialog'
import { ActionForm } from '../../../src/client/action/action-form'
import { ActionRefused } from '../../../src/client/action/action-refused'
import { RequiredText, useRequiredText } from '../../../src/client/action/required-text'
import { useActionOf } from '../../../src/client/action/use-action'
import type { Failure } from '../../../src/client/api/failure'
import { createQueryClient } from '../../../src/client/api/query-client'
import { call } from '../../../src/client/device/call'
import { raisedFailure } from '../../../src/client/api/raised-failure'
import { ErrorDialog } from '../../../src/client/app/error-dialog'
import { Dialog } from '../../../src/client/ui/dialog'
import { theme } from '../../../src/client/ui/theme'
import { press, write } from '../by-hand'
import { NOT_KNOWN_WHETHER_SAVED } from '../../../src/client/safety-words'

/* The dialog of every action: closing it, sending, and showing a failure. */

beforeEach(() => {
  // Mantine's text area waits for `document.fonts`, which happy-dom does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
})
afterEach(() => {
  cleanup()
  raisedFailure.set(null)
  vi.unstubAllGlobals()
})

const request = { method: 'POST', path: '/api/v1/trials/7/status', at: '2026-11-21T10:00:00.000Z', request_id: null }
const LOST: Failure = { kind: 'network', code: 'ERR_NETWORK', request }
const REFUSED: Failure = {
  kind: 'refused',
  status: 409,
  problem: {
    type: '',
    title: '',
    status: 409,
    detail: 'No',
    message: 'Somebody else did it',
    code: 'pack_status_conflict',
  },
  request,
}

type Send = (reason: string, key: { idempotency_key: string }) => Promise<Outcome<string, Failure>>

function RecallForm({ send, onDone }: { send: Send; onDone: () => void }) {
  const reason = useRequiredText(reasonSchema)
  const recall = useActionOf(send, () => ({}), { onDone })
  return (
    <ActionForm
      action={recall}
      refusal={<ActionRefused title="Nothing was recalled" error={recall.error} />}
      button="Recall pack A-1"
      isGrave
      onSubmit={() => {
        const text = reason.read()
        if (text !== null) recall.mutate(text)
      }}
    >
      <p>Nobody can be given this pack any more.</p>
      <RequiredText label="Reason" text={reason} isFirst />
    </ActionForm>
  )
}

function Page({ send }: { send: Send }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Recall…</button>
      <ActionDialog isOpen={isOpen} onClose={close} title="Recall">
        <RecallForm send={send} onDone={close} />
      </ActionDialog>
      <ErrorDialog goHome={() => {}} />
    </>
  )
}

const shown = (content: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient(call)}>
      <MantineProvider theme={theme} env="test">
        <ModalStack>{content}</ModalStack>
      </MantineProvider>
    </QueryClientProvider>,
  )

/** Opens a dialog whose action has these outcomes one after the other, and then never ends. */
const opened = async (...outcomes: Outcome<string, Failure>[]) => {
  const sent: { reason: string; key: string }[] = []
  const send: Send = async (reason, { idempotency_key }) => {
    sent.push({ reason, key: idempotency_key })
    return outcomes[sent.length - 1] ?? new Promise(() => {})
  }
  shown(<Page send={send} />)
  const opener = screen.getByText('Recall…')
  opener.focus()
  await press('Recall…')
  await screen.findByRole('dialog', { name: 'Recall' })
  return { sent, opener }
}

const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
const isOpen = (name: string) => screen.queryByRole('dialog', { name }) !== null
const REASON = /^Reason/
const areFieldsDisabled = () => screen.getByLabelText(REASON).closest('fieldset')?.disabled

const WAYS_OUT = [
  { way: 'Escape', leave: async () => escape() },
  { way: 'the close button', leave: async () => press('Close') },
  { way: 'Cancel', leave: async () => press('Cancel') },
]

describe('closing', () => {
  test.each(WAYS_OUT)('by $way gives the focus back', async ({ leave }) => {
    const { opener } = await opened()
    await leave()
    await waitFor(() => expect(isOpen('Recall')).toBe(false))
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  test('is not caused by a touch beside it', async () => {
    await opened()
    const overlay = document.querySelector('.mantine-Modal-inner')
    fireEvent.mouseDown(overlay ?? document.body)
    fireEvent.click(overlay ?? document.body)
    expect(isOpen('Recall')).toBe(true)
  })

  test.each(WAYS_OUT.slice(0, 2))('by $way asks first if there is input', async ({ leave }) => {
    await opened()
    await write(REASON, 'Damaged')
    await leave()
    expect(await screen.findByRole('dialog', { name: 'Discard what you wrote?' })).toBeDefined()
    await press('Keep writing')
    await waitFor(() => expect(isOpen('Discard what you wrote?')).toBe(false))
    expect(screen.getByLabelText<HTMLTextAreaElement>(REASON).value).toBe('Damaged')
  })

  test('Escape in the question closes the question alone', async () => {
    await opened()
    await write(REASON, 'Damaged')
    escape()
    await screen.findByRole('dialog', { name: 'Discard what you wrote?' })
    escape()
    await waitFor(() => expect(isOpen('Discard what you wrote?')).toBe(false))
    expect(isOpen('Recall')).toBe(true)
  })

  test.each(WAYS_OUT)('by $way is refused while the action is sent', async ({ leave }) => {
    await opened()
    await write(REASON, 'Damaged')
    await press('Recall pack A-1')
    await waitFor(() => expect(areFieldsDisabled()).toBe(true))
    await leave()
    expect(isOpen('Recall')).toBe(true)
    expect(isOpen('Discard what you wrote?')).toBe(false)
  })
})

describe('sending', () => {
  test('happens once, however often the button is pressed', async () => {
    const { sent } = await opened()
    await write(REASON, 'Damaged')
    await press('Recall pack A-1')
    const form = screen.getByLabelText(REASON).closest('form')
    if (form !== null) fireEvent.submit(form)
    expect(sent).toHaveLength(1)
  })

  test('a missing reason is reported, and nothing is sent', async () => {
    const { sent } = await opened()
    await press('Recall pack A-1')
    expect(await screen.findByText('Please enter a reason')).toBeDefined()
    expect(sent).toEqual([])
  })

  test('closes the dialog once it is done', async () => {
    await opened(accepted('A-1'))
    await write(REASON, 'Damaged')
    await press('Recall pack A-1')
    await waitFor(() => expect(isOpen('Recall')).toBe(false))
  })

  test('a refusal takes the focus, and the input can be changed', async () => {
    const { sent } = await opened(refused(REFUSED))
    await write(REASON, 'Damaged')
    await press('Recall pack A-1')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Nothing was recalledSomebody else did it')
    expect(document.activeElement).toBe(alert)
    await write(REASON, 'Torn')
    await press('Recall pack A-1')
    await waitFor(() => expect(sent.map(({ reason }) => reason)).toEqual(['Damaged', 'Torn']))
  })

  test('a lost answer is reported once, and only the same content can be sent again', async () => {
    const { sent } = await opened(refused(LOST))
    await write(REASON, 'Damaged')
    await press('Recall pack A-1')
    await press('Back to what you entered')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(NOT_KNOWN_WHETHER_SAVED)
    expect(areFieldsDisabled()).toBe(true)
    await press('Recall pack A-1')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual(sent[0])
  })
})

test('a dialog that leaves the page while it is open does not hide the one below it', async () => {
  function Nested() {
    const [isQuestioned, setIsQuestioned] = useState(false)
    return (
      <>
        <Dialog isOpen onClose={() => {}} title="Below">
          <button onClick={() => setIsQuestioned(!isQuestioned)}>Ask</button>
        </Dialog>
        {isQuestioned && (
          <Dialog isOpen onClose={() => {}} title="Above">
            <button onClick={() => setIsQuestioned(false)}>Take away</button>
          </Dialog>
        )}
      </>
    )
  }
  shown(<Nested />)
  await press('Ask')
  const isHidden = () => screen.getByRole('dialog', { name: 'Below' }).dataset['hidden'] === 'true'
  await waitFor(() => expect(isHidden()).toBe(true))
  await press('Take away')
  await waitFor(() => expect(isHidden()).toBe(false))
})
