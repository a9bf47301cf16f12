// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownParticipant } from '../../../a-shown-participant'
import { aShownTrial } from '../../../a-shown-trial'
import { press } from '../../../by-hand'
import { answers, listOf, openApp, pagesOf } from '../../../open-app'
import { ADMINISTRATOR } from '../../shown-lists'

/* The bar above each page of a trial: its name, its status, its tabs, and the link back. */

const TITLE = 'CEDAR: fosfomycin or nitrofurantoin'
const TRIAL = aShownTrial({ title: TITLE })
const LIST = answers(api.listParticipants, listOf(aShownParticipant()))
const BLINDED = { is_blinded_whole: true }

const openList = () => openApp('/trials/1/participants', [...pagesOf(TRIAL, ADMINISTRATOR, BLINDED), LIST])

test('the short name is the heading of the page and is read out as the whole title', async () => {
  openList()
  const heading = await screen.findByRole('heading', { level: 1, name: TITLE })
  expect(heading.textContent).toBe('CEDAR')
  await waitFor(() => expect(document.title).toBe(`Participants · ${TITLE} · Equipoise`))
  expect((await screen.findByRole('heading', { level: 2, name: 'Participants' })).id).toBe('tab-heading')
})

test('a press on the name shows the title, the ID, the dates and the blinding', async () => {
  openList()
  await press(TITLE)
  const more = within(await screen.findByRole('dialog'))
  expect(more.getByText(TITLE)).toBeDefined()
  expect(more.getByTitle('Copy Trial ID').textContent).toContain('1')
  expect(more.getByText('5 Jan 2026')).toBeDefined()
  expect(more.getByText('Blinded study group (full)')).toBeDefined()
})

test('from a tab the arrow leads to the trials, and the trail is shown only there', async () => {
  openList()
  const trail = await screen.findByRole('navigation', { name: 'Breadcrumbs' })
  const back = within(trail).getByRole('link', { name: 'Back to Trials' })
  expect(back.getAttribute('href')).toBe('/trials')
})

test('on a page without tabs the heading is that of the page, and the arrow leads to the list', async () => {
  openApp('/trials/1/participants/new', [...pagesOf(TRIAL, ADMINISTRATOR), LIST])
  await screen.findByRole('heading', { level: 1, name: 'Randomise a participant' })
  expect(screen.getByRole('button', { name: TITLE }).textContent).toBe('CEDAR')
  expect(screen.queryByRole('navigation', { name: 'Trial' })).toBeNull()
  const back = screen.getByRole('link', { name: 'Back to Participants' })
  expect(back.getAttribute('href')).toBe('/trials/1/participants')
})

test('the state of the connection leads to the outbox, also without unsent actions', async () => {
  openList()
  await screen.findByRole('heading', { level: 1, name: TITLE })
  const pill = within(screen.getByRole('banner')).getByRole('link', { name: 'Online' })
  expect(pill.getAttribute('href')).toBe('/outbox')
})

test.each([
  ['Blinded study group (full)', BLINDED],
  ['Blinded study group (label replacement)', { is_blinded_partial: true }],
])('a blinded person sees there how they are blinded: %s', async (words, blinding) => {
  openApp('/trials/1/participants', [...pagesOf(TRIAL, ADMINISTRATOR, blinding), LIST])
  await press(TITLE)
  expect(within(await screen.findByRole('dialog')).getByText(words)).toBeDefined()
})
