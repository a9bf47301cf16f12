// @vitest-environment happy-dom
// First of all: Dexie takes hold of the browser's database as it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { deliveryStateAfter } from '#offline/outbox-item'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { OutboxItem } from '../../../src/client/subjects/this-device/outbox/outbox-item'
import { theme } from '../../../src/client/ui/theme'
import { aShownPack } from '../a-shown-pack'
import { aShownTrial } from '../a-shown-trial'
import { press, write } from '../by-hand'
import { answers, ME, openApp, pagesOf } from '../open-app'
import { aNewDispense, aNewFlag, NOON, stored } from '../device/outbox/some-actions'
import { CHANGED_IN_ANOTHER_TAB } from '../../../src/client/safety-words'
import { wordsOf } from '../shown-table'
import { ADMINISTRATOR } from './shown-lists'
import { openOutbox, sealedBy } from './this-device/outbox/open-outbox'

/*
 * Dialogs of packs and of the outbox: Escape does not lose their texts, and a button that cannot yet act gives the
 * reason.
 */

afterEach(cleanup)

const atPackMenu = async (act: string) => {
  openApp('/trials/1/study-packs', [
    ...pagesOf(aShownTrial({ is_managing_packs: true }), ADMINISTRATOR),
    answers(api.listStudyPacks, {
      data: [{ batch_id: 'B1', study_packs: [aShownPack({ study_pack_status_id: 1 })] }],
    }),
  ])
  await press('Actions: pack A-10001')
  await press(act, 'menuitem')
}

const atRefusedAction = async (button: string) => {
  const sent = deliveryStateAfter(stored(aNewDispense('d', [21])), { kind: 'sent', at: NOON })
  if (!sent.ok) throw new Error(sent.refusal)
  const refusal = { code: 'validation_failed', fields: { confirmation_code: 'The digits do not match' } }
  const refused = deliveryStateAfter({ ...sent.value }, { kind: 'refused', at: NOON, words: 'No', refusal })
  if (!refused.ok) throw new Error(refused.refusal)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider theme={theme} env="test">
        <OutboxItem action={{ ...refused.value, notes: [...refused.value.notes] }} isReleased onInHand={() => {}} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await press(new RegExp(`^${button}: `))
}

const DIALOGS = [
  {
    says: 'removing a pack',
    open: () => atPackMenu('Remove'),
    field: /^Reason/,
    button: 'Remove pack A-10001',
    missing: 'Please enter a reason',
  },
  {
    says: 'changing the days of a pack',
    open: () => atPackMenu('Edit expiration'),
    field: /^Duration/,
    button: /^Save /,
    missing: 'Please enter a reason',
  },
  {
    says: 'discarding an unsent action',
    open: () => atRefusedAction('Discard'),
    field: /^Reason/,
    button: 'Discard this action',
    missing: 'Please enter a reason',
  },
  {
    says: 'putting a refused action right',
    open: () => atRefusedAction('Edit and send again'),
    field: /^Three digits/,
    button: 'Send again',
    missing: 'Type the three digits from the label',
  },
]

describe.each(DIALOGS)('$says', ({ open, field, button, missing }) => {
  test('Escape asks first if there is input, and the input stays', async () => {
    await open()
    await write(field, '12')
    const dialog = await screen.findByRole('dialog')
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await press('Keep writing')
    await waitFor(() => expect(screen.queryByText('Discard what you wrote?')).toBeNull())
    expect(within(dialog).getByLabelText<HTMLInputElement>(field).value).toBe('12')
  })

  test('Escape closes it without input', async () => {
    await open()
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the button says what is missing', async () => {
    await open()
    await press(button)
    expect(await screen.findByText(missing)).toBeDefined()
  })
})

/* In the outbox of this device: what is decided there is written on the device, which takes a moment. */

const DECISIONS = [
  {
    what: 'a correction',
    open: 'Edit and send again',
    field: /^Comment/,
    button: 'Send again',
    states: ['Waiting to send', 'Corrected'],
  },
  {
    what: 'a discard',
    open: 'Discard',
    field: /^Reason/,
    button: 'Discard this action',
    states: ['Discarded'],
  },
]

const inOutbox = async (open: string) => {
  const author = { sub: String(ME.id), name: ME.name }
  const refused = stored(aNewFlag('1', { author, participant: 1 }), {
    state: 'attention',
    attempts: 1,
    notes: [{ at: NOON, event: 'refused', words: 'No', refusal: { code: 'validation_failed' } }],
  })
  // Another page is the one that sends, and has not come to it.
  const elsewhere = { request: async () => {} }
  await openOutbox(await sealedBy([refused]), [], () => {
    Object.defineProperty(navigator, 'locks', { value: elsewhere, configurable: true })
  })
  await press(new RegExp(`^${open}: `))
  return screen.findByRole('dialog')
}

const statesInOutbox = () =>
  [...document.querySelectorAll('#main section > ul > li')].map(
    (item) => /Waiting to send|Corrected|Discarded|Refused/.exec(wordsOf(item))?.[0],
  )

describe.each(DECISIONS)('$what', ({ open, field, button: name, states }) => {
  test('is made once, however often it is pressed, and its dialog stays until it is written', async () => {
    const dialog = await inOutbox(open)
    await write(field, 'Withdrew on Monday')
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name })
    fireEvent.click(button)
    expect(button.disabled).toBe(true)
    fireEvent.click(button)
    fireEvent.keyDown(dialog, { key: 'Escape' })
    expect(document.contains(button)).toBe(true)
    expect(screen.queryByText('Discard what you wrote?')).toBeNull()
    await waitFor(() => expect(document.contains(button)).toBe(false))
    await waitFor(() => expect(statesInOutbox()).toEqual(states))
    expect(wordsOf(document.body)).not.toContain(CHANGED_IN_ANOTHER_TAB)
  })

  test('is sent by the keys too', async () => {
    const dialog = await inOutbox(open)
    await write(field, 'Withdrew on Monday')
    const input = within(dialog).getByLabelText(field)
    input.focus()
    fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(statesInOutbox()).toEqual(states))
  })
})

test.each([
  { open: 'Edit and send again', field: /^Three digits/, button: 'Send again' },
  { open: 'Discard', field: /^Reason/, button: 'Discard this action' },
])('after “$open”, what this device could not write says so, and has the focus', async ({ open, field, button }) => {
  // Nobody is signed in, so the device has no key to write with.
  await atRefusedAction(open)
  await write(field, '123')
  await press(button)
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^NOT saved: /))
})
