import { expect } from 'vitest'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'

/* At a desk: a list looks as its reader arranged it, also on the next computer, and a record opens beside it. */

const test = journeys('sample')

const LIST = '/trials/5/participants'
const DESK = { width: 1440, height: 900 }

const headings = (who: Visitor) => who.page.getByRole('columnheader').allTextContents()

test('columns, rows, theme and a filter follow the person to another computer', async ({ arrive }) => {
  const here = await arrive({ as: 'coordinator', viewport: DESK })
  await here.opens(`${LIST}?flag_status=Unflagged`)
  await here.presses('View')
  await here.page.getByLabel('Date', { exact: true }).uncheck()
  await here.presses('Site: move up')
  await here.isFocusedOn(here.finds('button', 'Site: move up'))
  const chosen = ['Sequence', 'Screening number', 'Site', 'Study group', 'Study pack', 'Flag', 'Actions']
  await expect.poll(() => headings(here)).toEqual(chosen)
  await here.page.getByLabel('Rows', { exact: true }).selectOption('Comfortable, for touch')
  await here.page.keyboard.press('Escape')
  await here.presses('Saved filters')
  await here.fills('Name', 'Not flagged')
  await here.presses('Save this filter')
  await here.finds('button', 'Not flagged').waitFor()

  const there = await arrive({ as: 'coordinator', viewport: DESK })
  await there.opens(LIST)
  await expect.poll(() => headings(there)).toEqual(chosen)
  const height = () => there.page.evaluate(() => document.querySelector('tbody tr')?.getBoundingClientRect().height)
  await expect.poll(height).toBeGreaterThanOrEqual(48)
  await there.presses('Saved filters')
  await there.presses('Not flagged')
  await there.isAt(`${LIST}?flag_status=Unflagged`)
})

test('filters that two computers save at once both stay, and a deleted one stays deleted', async ({ arrive }) => {
  const here = await arrive({ as: 'administrator', viewport: DESK })
  const there = await arrive({ as: 'administrator', viewport: DESK })
  const saves = async (who: Visitor, name: string) => {
    await who.fills('Name', name)
    await who.presses('Save this filter')
    await who.finds('button', name).waitFor()
  }
  for (const who of [here, there]) {
    await who.opens(`${LIST}?flag_status=Unflagged`)
    await who.presses('Saved filters')
  }
  // Both menus stay open, so neither refetches the other's filter.
  await saves(here, 'From here')
  await saves(there, 'From there')
  await there.finds('button', 'From here').waitFor()
  await here.presses('Delete the filter From here')
  await here.finds('button', 'From there').waitFor()
  await saves(there, 'Later')
  const third = await arrive({ as: 'administrator', viewport: DESK })
  await third.opens(LIST)
  await third.presses('Saved filters')
  await third.finds('button', 'Later').waitFor()
  await third.finds('button', 'From there').waitFor()
  expect(await third.finds('button', 'From here').count()).toBe(0)
})

test('a row opens beside the list; arrows lead on, Escape closes', async ({ arrive }) => {
  const who = await arrive({ as: 'administrator', viewport: DESK })
  await who.opens(LIST)
  await who.presses('Participant 60', 'link')
  const beside = who.page.getByRole('complementary', { name: 'Participant' })
  await beside.getByRole('heading', { name: 'Participant 60' }).waitFor()
  await who.page.keyboard.press('ArrowDown')
  await beside.getByRole('heading', { name: 'Participant 59' }).waitFor()
  await who.isAt(/open=\d+$/)
  await who.reloads()
  await beside.getByRole('heading', { name: 'Participant 59' }).waitFor()
  await who.finds('link', 'Participant 59').focus()
  await who.page.keyboard.press('Escape')
  await who.isAt(LIST)
  await who.isFocusedOn(who.finds('link', 'Participant 59'))
})
