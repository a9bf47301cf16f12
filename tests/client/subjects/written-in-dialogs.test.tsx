// @vitest-environment happy-dom
import { api } from '#contract/api'
import { deliveryStateAfter } from '#offline/outbox-item'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { OutboxItem } from '../../../src/client/subjects/this-device/outbox/outbox-item'
import { theme } from '../../../src/client/ui/theme'
import { aShownPack } from '../a-shown-pack'
import { aShownTrial } from '../a-shown-trial'
import { press, write } from '../by-hand'
import { answers, openApp, pagesOf } from '../open-app'
import { aNewDispense, NOON, stored } from '../device/outbox/some-actions'
import { ADMINISTRATOR } from './shown-lists'

/* Dialogs of packs and of the outbox: what is written in them is not lost to Escape, and a button that cannot yet act says why. */

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
    <MantineProvider theme={theme} env="test">
      <OutboxItem action={{ ...refused.value, notes: [...refused.value.notes] }} isReleased />
    </MantineProvider>,
  )
  await press(button)
}

const DIALOGS = [
  {
    what: 'removing a pack',
    open: () => atPackMenu('Remove'),
    field: /^Reason/,
    button: 'Remove pack A-10001',
    missing: 'Please enter a reason',
  },
  {
    what: 'changing the days of a pack',
    open: () => atPackMenu('Edit expiration'),
    field: /^Duration/,
    button: /^Save /,
    missing: 'Please enter a reason',
  },
  {
    what: 'discarding an unsent action',
    open: () => atRefusedAction('Discard…'),
    field: /^Reason/,
    button: 'Discard this action',
    missing: 'Please enter a reason',
  },
  {
    what: 'putting a refused action right',
    open: () => atRefusedAction('Edit and send again'),
    field: /^Three digits/,
    button: 'Send again',
    missing: 'Type the three digits from the label',
  },
]

describe.each(DIALOGS)('$what', ({ open, field, button, missing }) => {
  test('Escape asks first where something is written, and what is written stays', async () => {
    await open()
    await write(field, '12')
    const dialog = await screen.findByRole('dialog')
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await press('Keep writing')
    await waitFor(() => expect(screen.queryByText('Discard what you wrote?')).toBeNull())
    expect(within(dialog).getByLabelText<HTMLInputElement>(field).value).toBe('12')
  })

  test('Escape closes it where nothing is written', async () => {
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
