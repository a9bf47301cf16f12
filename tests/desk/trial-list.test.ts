import type { TrialStatusKey } from '#domain/trials/trial-status'
import { expect } from 'vitest'
import { aTrial } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'

/* The list of trials keeps its state in its address, so that back, reload and a shared link show the same. */

const STATUSES: readonly TrialStatusKey[] = ['started', 'planning', 'paused', 'finished']
const TITLES = Array.from(
  { length: 32 },
  (_, index) => `${index % 2 === 0 ? 'Warfarin' : 'Apixaban'} ${String(index + 1).padStart(2, '0')}`,
)

/** `arrive` in a portal with 32 trials of varied titles and statuses. */
const test = journeys('people')
  .extend('trials', { scope: 'file' }, async ({ portal }) => {
    for (const [index, title] of TITLES.entries())
      await aTrial(portal, { title, status: STATUSES[index % 4] ?? 'started' })
  })
  .extend('list', async ({ arrive, trials: _trials }) => async (address: string) => {
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens(address)
    return administrator
  })

/** Waits until these titles are listed, in this order. */
const lists = async (who: Visitor, titles: readonly string[]) =>
  await expect
    .poll(() => who.page.getByRole('table', { name: 'Trials' }).getByRole('link').allTextContents())
    .toEqual(titles)

const goesToPage = (who: Visitor, page: number) => who.presses(`Page ${page}`)

test('search, filter and sort are written into the address', async ({ list }) => {
  const administrator = await list('/trials')
  await lists(administrator, TITLES.slice(0, 10))
  await administrator.presses('Search/Filter')
  await administrator.page.getByRole('searchbox', { name: 'Search' }).fill('  apixaban ')
  await administrator.isAt('/trials?q=apixaban')
  await administrator.page.getByLabel('Planning').check()
  await administrator.page.getByLabel('Finished').check()
  await administrator.isAt('/trials?q=apixaban&status=planning&status=finished')
  await administrator.page.getByLabel('Sort by').selectOption('Trial title, descending')
  await administrator.isAt('/trials?q=apixaban&status=planning&status=finished&sort=title&order=desc')
  await lists(
    administrator,
    TITLES.filter((title) => title.startsWith('Apixaban'))
      .toReversed()
      .slice(0, 10),
  )
})

test('a page of the list survives back, forward and reload, and opens for whoever gets its address', async ({
  list,
}) => {
  const administrator = await list('/trials')
  await lists(administrator, TITLES.slice(0, 10))
  await goesToPage(administrator, 3)
  await administrator.isAt('/trials?page=3')
  await lists(administrator, TITLES.slice(20, 30))
  await administrator.page.goBack()
  await lists(administrator, TITLES.slice(0, 10))
  await administrator.page.goForward()
  await lists(administrator, TITLES.slice(20, 30))
  await administrator.reloads()
  await lists(administrator, TITLES.slice(20, 30))

  const another = await list('/trials?page=3')
  await lists(another, TITLES.slice(20, 30))
})

test('a trial that was opened from a page of the list leads back to that page', async ({ list }) => {
  const administrator = await list('/trials?status=started&page_size=10&sort=id&order=desc')
  const started = TITLES.filter((_, index) => index % 4 === 0).toReversed()
  await lists(administrator, started)
  await administrator.presses(started[5] ?? '', 'link')
  await administrator.seesHeading(started[5] ?? '')
  await administrator.page.goBack()
  await lists(administrator, started)
})

test('a search begins on the first page again, and clearing it shows all', async ({ list }) => {
  const administrator = await list('/trials?page=2&page_size=25')
  await lists(administrator, TITLES.slice(25))
  await administrator.presses('Search/Filter')
  await administrator.page.getByRole('searchbox', { name: 'Search' }).fill('warfarin 0')
  await administrator.isAt('/trials?page_size=25&q=warfarin+0')
  await lists(administrator, ['Warfarin 01', 'Warfarin 03', 'Warfarin 05', 'Warfarin 07', 'Warfarin 09'])
  await administrator.presses('Clear the search')
  await lists(administrator, TITLES.slice(0, 25))
})

test.for([
  { address: '/trials?q=nobody', says: 'No trial matches the search and the filter.' },
  { address: '/trials?page=99', says: 'There are no results on this page.' },
])('$address says why it is empty', async ({ address, says }, { list }) => {
  const administrator = await list(address)
  await administrator.seesHeading('No trials found')
  await administrator.sees(says)
})

test('an invalid address shows the list with its defaults', async ({ list }) => {
  const administrator = await list('/trials?page=minus&page_size=7&sort=colour&order=up&status=lost&else=1')
  await lists(administrator, TITLES.slice(0, 10))
  await goesToPage(administrator, 2)
  await administrator.isAt('/trials?page=2')
  await lists(administrator, TITLES.slice(10, 20))
})
