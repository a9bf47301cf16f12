// @vitest-environment happy-dom
import { listParticipants } from '#contract/participants'
import { listUsers } from '#contract/users'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownParticipant } from '../a-shown-participant'
import { aShownUser } from '../a-shown-record'
import { press } from '../by-hand'
import { answers, AS_ADMINISTRATOR, listOf, openApp, pagesOf } from '../open-app'
import { ADMINISTRATOR, OPEN } from './shown-lists'

/* A heading sorts its list where the server can, by what tells no study group. */

const participants = (search = '') =>
  openApp(`/trials/1/participants${search}`, [
    ...pagesOf(OPEN, ADMINISTRATOR),
    answers(listParticipants, listOf(aShownParticipant())),
  ])

/** The headings that can be pressed. */
const pressable = async () => {
  const table = await screen.findByRole('table')
  return [...table.querySelectorAll('th button')].map(({ textContent }) => textContent)
}

const sorted = async () =>
  (await screen.findAllByRole('columnheader')).flatMap((heading) => {
    const order = heading.getAttribute('aria-sort')
    return order === null ? [] : [[heading.textContent, order]]
  })

describe('participants', () => {
  test('are sorted by number, date and ID, never by what unblinds', async () => {
    participants()
    expect(await pressable()).toEqual(['Sequence', 'Date', 'Participant ID'])
    expect(await sorted()).toEqual([['Sequence', 'descending']])
  })

  test('turn their order round by another press, which stands in the address', async () => {
    const { address } = participants('?page=2')
    await press('Participant ID')
    await waitFor(() => expect(address()).toBe('/trials/1/participants?sort=participant_id&order=asc'))
    expect(await sorted()).toEqual([['Participant ID', 'ascending']])
    await press('Participant ID')
    await waitFor(() => expect(address()).toBe('/trials/1/participants?sort=participant_id'))
    expect(await sorted()).toEqual([['Participant ID', 'descending']])
  })
})

test('users are sorted by ID, name and address', async () => {
  const { address } = openApp('/users', [AS_ADMINISTRATOR, answers(listUsers, listOf(aShownUser()))])
  expect(await pressable()).toEqual(['ID', 'Name', 'Email address'])
  await press('Email address')
  await waitFor(() => expect(address()).toBe('/users?sort=email'))
})
