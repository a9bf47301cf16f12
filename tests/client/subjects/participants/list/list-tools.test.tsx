// @vitest-environment happy-dom
import { listParticipants } from '#contract/participants'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { STORED } from '../../../../../src/client/browser/device-storage'
import { aShownParticipant } from '../../../a-shown-participant'
import { press, write } from '../../../by-hand'
import { answers, listOf, ME, openApp, pagesOf } from '../../../open-app'
import { ADMINISTRATOR, OPEN, VIEWER } from '../../shown-lists'

/* The toolbar above the participants, and the number of rows per page. */

const AT = '/trials/1/participants'
const REPLIES = [...pagesOf(OPEN, ADMINISTRATOR), answers(listParticipants, listOf(aShownParticipant()))]

test('the filter button says how many filters are set, and clears them', async () => {
  const { address } = openApp(`${AT}?flag_status=Flagged&site_id=11`, REPLIES)
  await press('Filter 2 set')
  await press('Clear filter')
  await waitFor(() => expect(address()).toBe(AT))
  expect(await screen.findByRole('button', { name: 'Filter' })).toBeDefined()
})

test('a filter is chosen behind the button, and is in the address', async () => {
  const { address } = openApp(AT, REPLIES)
  await press('Filter')
  await write('Flag', 'Flagged')
  await waitFor(() => expect(address()).toBe(`${AT}?flag_status=Flagged`))
})

test('an address that ends in #search focuses the search', async () => {
  openApp(`${AT}#search`, REPLIES)
  const search = await screen.findByRole('searchbox', { name: 'Search' })
  await waitFor(() => expect(document.activeElement).toBe(search))
})

test('the heading of the tab is there for screen readers', async () => {
  openApp(AT, REPLIES)
  expect(await screen.findByRole('heading', { level: 2, name: 'Participants' })).toBeDefined()
})

test('a person with one action on a participant has it as a button', async () => {
  openApp(AT, [
    ...pagesOf(OPEN, VIEWER),
    answers(listParticipants, listOf(aShownParticipant({ study_group: { name: 'Aspirin', is_blinded: false } }))),
  ])
  await press('Flag: participant 12')
  expect(await screen.findByRole('dialog', { name: 'Flag participant 12' })).toBeDefined()
})

/** Opens the list. Returns the searches with which its pages were fetched. */
const openedAt = (at: string) => {
  const opened = openApp(at, REPLIES)
  const answering = globalThis.fetch
  const searches: string[] = []
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname.endsWith('/participants')) searches.push(search)
    return answering(request)
  })
  return { ...opened, searches }
}

test('a chosen page size is remembered on this device for the person who chose it', async () => {
  const { address } = openedAt(AT)
  await screen.findByRole('table', { name: 'Participants' })
  await write('Rows on a page', '50')
  await waitFor(() => expect(address()).toBe(`${AT}?page_size=50`))
  expect(localStorage.getItem(STORED.pageSizes)).toBe(JSON.stringify({ [ME.id]: 50 }))
})

test.each([
  ['the remembered size holds where the address has none', AT, { [ME.id]: 50 }, '?page_size=50'],
  ['the address comes first', `${AT}?page_size=25`, { [ME.id]: 50 }, '?page_size=25'],
  ['what another person chose does not hold', AT, { 99: 50 }, ''],
  ['a size that no list has does not hold', AT, { [ME.id]: 7000 }, ''],
])('%s', async (_, at, sizes, search) => {
  localStorage.setItem(STORED.pageSizes, JSON.stringify(sizes))
  const { searches } = openedAt(at)
  await screen.findByRole('table', { name: 'Participants' })
  expect(searches.at(-1)).toBe(search)
})
