// @vitest-environment happy-dom
import { api } from '#contract/api'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { deviceStorage, STORED } from '../../../../../src/client/browser/device-storage'
import { lastSiteOf, rememberSite } from '../../../../../src/client/session/last-sites'
import { session } from '../../../../../src/client/session/this-session'
import { aShownParticipant } from '../../../a-shown-participant'
import { aShownTrial } from '../../../a-shown-trial'
import { press, write } from '../../../by-hand'
import { answers, holds, inTrial, ME, openApp, pagesOf } from '../../../open-app'
import { RANDOMISED, RESULT_NOT_KNOWN } from '../../../../../src/client/safety-words'

/*
 * The first step asks as little as possible. A site is chosen in advance where only one is possible, and the last
 * answer leads on.
 */

const SITE_USER = 5
const storage = deviceStorage(() => localStorage)
const ONLY = 'Already chosen: this is your only site in this trial.'
const LAST = 'Already chosen: you used this site last on this device.'

beforeEach(() => localStorage.clear())

const opened = (sites: { id: number; title: string }[], changes: Parameters<typeof aShownTrial>[0] = {}) => {
  const trial = aShownTrial(changes)
  openApp('/trials/1/participants/new', [
    answers(api.randomiseParticipant, { data: [aShownParticipant({ site: { id: 12, title: 'Abbey' } })] }),
    ...pagesOf(trial, SITE_USER),
    answers(api.getPermittedSites, { data: sites }),
  ])
}
const BOTH = [
  { id: 11, title: 'Queens' },
  { id: 12, title: 'Abbey' },
]

const site = () => screen.findByRole<HTMLInputElement>('combobox', { name: /^Site/ })

test('the only site is chosen, and the form says so', async () => {
  opened(BOTH.slice(0, 1))
  expect((await site()).value).toBe('Queens')
  expect(screen.getByText(ONLY)).toBeDefined()
})

test('the site that this person used last is preselected, and not that of another person', async () => {
  rememberSite(storage, String(ME.id), 1, 12)
  opened(BOTH)
  expect((await site()).value).toBe('Abbey')
  expect(screen.getByText(LAST)).toBeDefined()
  expect(lastSiteOf(storage, 'another', 1)).toBeNull()
})

test('of several sites none is preselected at first, and nothing is said', async () => {
  opened(BOTH)
  expect((await site()).value).toBe('')
  expect(screen.queryByText(/Already chosen/)).toBeNull()
})

test('a sign-out deletes the site', async () => {
  rememberSite(storage, String(ME.id), 1, 12)
  opened(BOTH)
  await site()
  session.end()
  expect(localStorage.getItem(STORED.lastSites)).toBeNull()
})

test('the first question without an answer has the focus', async () => {
  opened(BOTH.slice(0, 1))
  const id = await screen.findByLabelText(/^Participant ID/)
  await waitFor(() => expect(document.activeElement).toBe(id))
})

test('the site of the last participant is remembered', async () => {
  opened(BOTH, { is_participant_id_used: false, trial_strata: [] })
  fireEvent.click(await site())
  fireEvent.click(await screen.findByRole('option', { name: 'Abbey' }))
  await press('Continue')
  await press('Randomise this participant')
  await screen.findByRole('heading', { name: RANDOMISED })
  await waitFor(() => expect(lastSiteOf(storage, String(ME.id), 1)).toBe(12))
})

test('the tap on the last answer leads to the confirmation', async () => {
  opened(BOTH.slice(0, 1))
  await write(/^Participant ID/, 'P-1')
  for (const name of ['Female', 'Up to 6 hours']) {
    const option = await screen.findByRole('radio', { name })
    fireEvent.pointerDown(option)
    fireEvent.click(option)
  }
  expect(await screen.findByRole('heading', { name: 'Check your answers' })).toBeDefined()
})

test('the keys need the button, since they pass over other options', async () => {
  opened(BOTH.slice(0, 1))
  await write(/^Participant ID/, 'P-1')
  for (const name of ['Female', 'Up to 6 hours']) {
    const option = await screen.findByRole('radio', { name })
    fireEvent.keyDown(option, { key: ' ' })
    fireEvent.click(option)
  }
  expect(screen.queryByRole('heading', { name: 'Check your answers' })).toBeNull()
  await press('Continue')
  await screen.findByRole('heading', { name: 'Check your answers' })
})

test.each([
  ['a tap on Continue', (button: HTMLElement) => fireEvent.pointerDown(button), true],
  ['a key on Continue', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'Enter' }), false],
])('the press that randomises waits half a second after %s: a double tap does nothing', async (_, touch, isResting) => {
  opened(BOTH.slice(0, 1), { is_participant_id_used: false, trial_strata: [] })
  const button = await screen.findByRole('button', { name: 'Continue' })
  touch(button)
  fireEvent.click(button)
  const randomise = await screen.findByRole<HTMLButtonElement>('button', { name: 'Randomise this participant' })
  expect(randomise.disabled).toBe(isResting)
  await waitFor(() => expect(randomise.disabled).toBe(false))
})

test('the ID has the note not to enter anything that identifies a person', async () => {
  opened(BOTH)
  const field = await screen.findByRole('textbox', { name: /^Participant ID/ })
  const note = document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
  expect(note?.textContent).toContain('Do not enter personally identifiable data')
})

/* The jump box leads from one trial's page to the same page of another, without a page in between. */
describe('from one trial to another', () => {
  const OTHER_STRATA = [
    {
      id: 51,
      name: 'Age',
      description: null,
      trial_stratum_options: [
        { id: 61, name: 'Under 70' },
        { id: 62, name: '70 or over' },
      ],
    },
  ]
  const FIRST = '/trials/1/participants/new'
  const OTHER = '/trials/2/participants/new'

  /** Opens the first trial after the other one, whose answers are stored in the page by then. */
  const bothOpened = async (reply = answers(api.randomiseParticipant, { data: [aShownParticipant()] })) => {
    const other = aShownTrial({
      id: 2,
      title: 'The Other Trial',
      sites: [{ id: 14, title: 'Priory', is_deleted: false }],
      trial_strata: OTHER_STRATA,
    })
    const app = openApp(OTHER, [
      ...inTrial(2, [
        answers(api.randomiseParticipant, { data: [aShownParticipant({ id: 72 })] }),
        ...pagesOf(other, SITE_USER),
        answers(api.getPermittedSites, { data: [{ id: 14, title: 'Priory' }] }),
      ]),
      reply,
      ...pagesOf(aShownTrial(), SITE_USER),
      answers(api.getPermittedSites, { data: [{ id: 11, title: 'Queens' }] }),
    ])
    await screen.findByRole('radio', { name: 'Under 70' })
    await app.go(FIRST)
    await screen.findByRole('radio', { name: 'Female' })
    return app
  }
  const answered = async (id: string, options: readonly string[]) => {
    await write(/^Participant ID/, id)
    for (const option of options) await press(option, 'radio')
    await press('Continue')
    await press('Randomise this participant')
  }

  test('a participant of the other is sent with its own site and strata, after one of the first', async () => {
    const { go, sent } = await bothOpened()
    await answered('P-1', ['Female', 'Up to 6 hours'])
    await screen.findByRole('heading', { name: RANDOMISED })
    await go(OTHER)
    await answered('P-2', ['70 or over'])
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        call: 'POST trials/2/participants',
        body: {
          site_id: 14,
          participant_id: 'P-2',
          participant_strata: [{ trial_stratum_id: 51, trial_stratum_option_id: 62 }],
        },
      }),
    )
  })

  test('an attempt without a result is not left without a question', async () => {
    const { go, address } = await bothOpened(holds(api.randomiseParticipant))
    await answered('P-1', ['Female', 'Up to 6 hours'])
    void go(OTHER)
    await screen.findByRole('dialog', { name: RESULT_NOT_KNOWN.title })
    expect(address()).toContain(FIRST)
    await press('Leave the page')
    await screen.findByRole('radio', { name: 'Under 70' })
    expect(screen.getByLabelText<HTMLInputElement>(/^Participant ID/).value).toBe('')
  })
})
