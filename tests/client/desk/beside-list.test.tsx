// @vitest-environment happy-dom
import { api } from '#contract/api'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { aShownParticipant } from '../a-shown-participant'
import { press } from '../by-hand'
import { answers, listOf, openApp, pagesOf } from '../open-app'
import { ADMINISTRATOR, OPEN } from '../subjects/shown-lists'

/* On a wide screen, a record opens beside its list. On others, its link leads to its page. */

const AT = '/trials/1/participants'
const [first, second] = [
  aShownParticipant({ id: 71, trial_sequence_no: 12 }),
  aShownParticipant({ id: 70, trial_sequence_no: 11 }),
]

const wide = (innerWidth: number) => {
  const before = window.innerWidth
  Object.assign(window, { innerWidth })
  onTestFinished(() => void Object.assign(window, { innerWidth: before }))
}

const opened = (at: string) =>
  openApp(at, [
    ...pagesOf(OPEN, ADMINISTRATOR),
    answers(api.getParticipantHistory, { data: [] }),
    // The answer does not matter: this test looks at the address.
    answers(api.getParticipant, first),
    answers(api.listParticipants, listOf(first, second)),
  ])

const record = () => screen.findByRole('complementary', { name: 'Participant' })
const row = (number: number) => screen.findByRole('link', { name: `Participant ${number}` })

describe('on a screen of 1440 px', () => {
  beforeEach(() => wide(1440))

  test('a press on a row opens its record, whose id is in the address', async () => {
    const { address } = opened(`${AT}?sort=date`)
    fireEvent.click(await screen.findByText('12'))
    await waitFor(() => expect(address()).toBe(`${AT}?sort=date&open=71`))
    expect(await within(await record()).findByRole('heading', { name: 'Participant 12' })).toBeDefined()
    expect((await row(12)).getAttribute('aria-current')).toBe('page')
    const whole = await screen.findByRole('link', { name: 'Open the whole page' })
    expect(whole.getAttribute('href')).toBe(`${AT}/71`)
  })

  test('arrow keys lead from record to record, and Escape closes and returns to the row', async () => {
    const { address } = opened(`${AT}?open=71`)
    await record()
    const link = await row(12)
    link.focus()
    fireEvent.keyDown(link, { key: 'ArrowDown' })
    await waitFor(() => expect(address()).toBe(`${AT}?open=70`))
    expect(document.activeElement).toBe(await row(11))
    fireEvent.keyDown(await row(11), { key: 'Escape' })
    await waitFor(() => expect(address()).toBe(AT))
    expect(screen.queryByRole('complementary', { name: 'Participant' })).toBeNull()
    expect(document.activeElement).toBe(await row(11))
  })

  test('another page of the list, or another filter, closes it', async () => {
    const { address } = opened(`${AT}?open=71`)
    await record()
    await press('Date')
    await waitFor(() => expect(address()).toBe(`${AT}?sort=date`))
  })

  test('an address without a record has none beside the list', async () => {
    opened(`${AT}?open=north`)
    await row(12)
    expect(screen.queryByRole('complementary', { name: 'Participant' })).toBeNull()
  })
})

test('on a narrower screen the link leads to the record’s page, and the address opens nothing', async () => {
  wide(1200)
  opened(`${AT}?open=71`)
  expect((await row(12)).getAttribute('href')).toBe(`${AT}/71`)
  expect(screen.queryByRole('complementary', { name: 'Participant' })).toBeNull()
})
