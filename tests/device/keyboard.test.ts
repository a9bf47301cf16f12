import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'
import { allocation, confirms, shownAnswers } from '../support/wizard'
import { RANDOMISED } from '../../src/client/safety-words'

/* Without a mouse or a finger: only Tab, Enter, Space, Escape and the arrow keys. */

const test = journeys('sample', { hasMotion: true })

/** More presses than any page here has focusable elements. */
const MAX_PRESSES = 60

/** Presses Tab until an element has the focus, and expects a visible ring. */
const tabsTo = async (who: Visitor, thing: Locator) => {
  await thing.waitFor()
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await who.page.keyboard.press('Tab')
    const isReached = await thing.evaluate((element) => element === document.activeElement)
    if (!isReached) continue
    expect(await thing.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none')
    return
  }
  throw new Error(`Tab does not lead to ${thing.toString()}`)
}

const types = async (who: Visitor, ...keys: readonly string[]) => {
  for (const key of keys) await who.page.keyboard.press(key)
}

/** Waits until a page or a step is shown, with the focus on its heading. */
const arrivesAt = async (who: Visitor, heading: string | RegExp) => {
  await who.seesHeading(heading)
  await who.isFocusedOn(who.finds('heading', heading))
}

test('a nurse randomises by keyboard, from signing in to the last step', async ({ arrive }) => {
  const nurse = await arrive()
  const follows = async (thing: Locator, key = 'Enter') => {
    await tabsTo(nurse, thing)
    await types(nurse, key)
  }
  await nurse.opens('/')
  await follows(nurse.finds('link', 'Sign in').first())
  await arrivesAt(nurse, 'Sign in')
  await follows(nurse.finds('link', 'University single sign-on'))
  await follows(nurse.finds('button', /^Amara Hughes/))
  await arrivesAt(nurse, /^Welcome, Amara Hughes/)
  await follows(nurse.finds('link', 'The International Stroke Trial, UK'))
  await arrivesAt(nurse, 'The International Stroke Trial, UK')
  await follows(nurse.finds('link', 'Participants'))
  await arrivesAt(nurse, 'Participants')
  await follows(nurse.finds('link', 'Randomise a participant'))
  await nurse.seesHeading('Participant details')

  await nurse.isFocusedOn(nurse.finds('combobox', 'Site'))
  await nurse.page.keyboard.type('Hospital 6')
  // Whoever types looks which option they are about to choose.
  await expect.poll(() => nurse.page.getByRole('option').allTextContents()).toEqual(['Hospital 6'])
  await types(nurse, 'ArrowDown')
  await nurse.page.locator('[role=option][data-combobox-selected]').waitFor()
  await types(nurse, 'Enter')
  await follows(nurse.finds('radio', 'Female'), 'Space')
  await follows(nurse.finds('radio', 'Fully alert'), 'ArrowDown')
  await follows(nurse.finds('radio', 'Under 65'), 'Space')
  await follows(nurse.finds('radio', 'Up to 6 hours'), 'ArrowDown')
  await follows(nurse.finds('radio', 'Total anterior circulation'), 'ArrowUp')
  await follows(nurse.finds('button', 'Continue'))
  await arrivesAt(nurse, 'Check your answers')
  expect(await shownAnswers(nurse)).toEqual({
    Site: 'Hospital 6',
    Sex: 'Female',
    Consciousness: 'Drowsy',
    'Age group': 'Under 65',
    Delay: '7 to 24 hours',
    'Stroke type': 'Other',
  })

  await follows(nurse.finds('button', 'Randomise this participant'), 'Space')
  await arrivesAt(nurse, RANDOMISED)
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '2001' })
})

/** Whether the focused element shows, or is beyond the window's edge because it is higher than the window. */
const isFocusShown = (): boolean => {
  const element = document.activeElement
  if (element === null || element === document.body) return true
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return on === null || element.contains(on) || on.contains(element)
}

/** The texts of elements that were hidden while they had the focus, after so many presses of a key. */
const hiddenAfter = async (who: Visitor, key: string): Promise<string[]> => {
  const hidden: string[] = []
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await who.page.keyboard.press(key)
    if (!(await who.page.evaluate(isFocusShown)))
      hidden.push(await who.page.evaluate(() => document.activeElement?.textContent ?? ''))
  }
  return hidden
}

const PHONE = { width: 360, height: 740 }
const TABLET = { width: 768, height: 1024 }
const DESKTOP = { width: 1440, height: 900 }
test.for([
  { list: 'participants', size: PHONE, key: 'Tab' },
  { list: 'study-packs', size: PHONE, key: 'Tab' },
  { list: 'study-packs', size: DESKTOP, key: 'Shift+Tab' },
])('no focused element of $list is hidden by a sticky bar: $key at $size.width px', async (way, { arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: way.size })
  await administrator.opens(`/trials/5/${way.list}`)
  await administrator.page.locator(`main a[href^="/trials/5/${way.list}/"]`).first().waitFor()
  expect(await hiddenAfter(administrator, way.key)).toEqual([])
})

test('no focused element of the last step of randomising is hidden by its dock', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse', viewport: { width: 360, height: 640 } })
  await nurse.opens('/trials/1/participants/new')
  await confirms(nurse, {
    site: 'Hospital 6',
    strata: {
      Sex: 'Male',
      Consciousness: 'Fully alert',
      'Age group': '65 to 74',
      Delay: 'Up to 6 hours',
      'Stroke type': 'Other',
    },
  })
  await nurse.seesHeading(RANDOMISED)
  await nurse.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  expect(await hiddenAfter(nurse, 'Shift+Tab')).toEqual([])
  await nurse.page.setViewportSize({ width: 320, height: 256 })
  const dock = nurse.finds('button', 'Print').locator('xpath=..')
  expect(await dock.evaluate((element) => getComputedStyle(element).position)).toBe('static')
})

test('no focused link of a report is hidden by its headings', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: DESKTOP })
  await administrator.opens('/trials/5/reports/view?report=long')
  await administrator.page.locator('main tbody a').first().waitFor()
  expect(await hiddenAfter(administrator, 'Shift+Tab')).toEqual([])
})

test('no focused link of the audit log is hidden by its pager', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator', viewport: TABLET })
  await administrator.opens('/audit-logs')
  await administrator
    .finds('link', /^Details of entry/)
    .nth(9)
    .waitFor()
  expect(await hiddenAfter(administrator, 'Tab')).toEqual([])
})

test('the first Tab offers to skip to the content', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens('/trials')
  await nurse.seesHeading('Trials')
  await types(nurse, 'Tab')
  await nurse.isFocusedOn(nurse.finds('link', 'Skip to the content'))
  await types(nurse, 'Enter')
  await nurse.isFocusedOn(nurse.page.getByRole('main'))
})

test('Ctrl K jumps to the trial that was typed, however fast Enter follows', async ({ arrive }) => {
  const nurse = await arrive({ as: 'nurse' })
  const jumps = async (words: string, heading: string | RegExp) => {
    await nurse.isFocusedOn(nurse.page.getByPlaceholder('Search participants, packs, trials and screens'))
    await nurse.page.getByRole('dialog').getByText('The International Stroke Trial, UK').waitFor()
    await nurse.page.keyboard.type(words)
    await types(nurse, 'Enter')
    await arrivesAt(nurse, heading)
  }
  await nurse.opens('/')
  await nurse.seesHeading(/^Welcome/)
  await types(nurse, 'Control+k')
  await jumps('cedar', /^CEDAR/)
  await types(nurse, 'Control+k')
  await jumps('stroke', 'The International Stroke Trial, UK')
  // The focus moves to the heading, not back to the button, also where nothing has to be loaded.
  await nurse.finds('button', /^Jump to/).press('Enter')
  await jumps('cedar', /^CEDAR/)
})

test('a dialog takes the focus, keeps it, and gives it back', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/trials/1')
  const button = administrator.finds('button', 'Change status')
  await tabsTo(administrator, button)
  await types(administrator, 'Enter')
  const dialog = administrator.page.getByRole('dialog', { name: 'Change status' })
  await dialog.waitFor()
  for (let presses = 0; presses < 12; presses += 1) {
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await types(administrator, 'Tab')
  }
  await types(administrator, 'Escape')
  await dialog.waitFor({ state: 'hidden' })
  await administrator.isFocusedOn(button)
})

test('a coordinator finds a participant, moves in rows, opens pages by single keys, and can switch those off', async ({
  arrive,
}) => {
  const administrator = await arrive({ as: 'administrator' })
  const { keyboard } = administrator.page
  /** The speed of human typing: faster keys are taken for a scanner's. */
  const slowly = { delay: 120 }
  await administrator.opens('/trials/5/participants')
  await administrator.seesHeading('Participants')
  await administrator.page.getByRole('table').waitFor()

  await types(administrator, 'Control+k')
  await administrator.isFocusedOn(administrator.page.getByPlaceholder('Search participants, packs, trials and screens'))
  await keyboard.type('pause cedar')
  await administrator.page.getByRole('dialog').getByText('Pause CEDAR').waitFor()
  await types(administrator, 'Enter')
  const change = administrator.page.getByRole('dialog', { name: 'Change status' })
  await change.waitFor()
  expect(await change.getByRole('radio', { name: 'Pause trial' }).isChecked()).toBe(true)
  await types(administrator, 'Escape')
  await change.waitFor({ state: 'hidden' })

  await administrator.page.locator('body').press('g', slowly)
  await administrator.page.locator('body').press('p', slowly)
  await administrator.seesHeading('Participants')
  const rows = administrator.page.getByRole('table').locator('tbody tr')
  await rows.first().getByRole('link').first().focus()
  await types(administrator, 'ArrowDown', 'ArrowDown')
  expect(await rows.nth(2).evaluate((row) => row.contains(document.activeElement))).toBe(true)

  await administrator.page.locator('main').press('?', slowly)
  const sheet = administrator.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.waitFor()
  await sheet.getByRole('switch', { name: 'Single-key shortcuts on' }).press('Space')
  await sheet.getByRole('switch', { name: 'Single-key shortcuts off' }).waitFor()
  await types(administrator, 'Escape')
  await sheet.waitFor({ state: 'hidden' })
  await administrator.page.locator('main').press('g', slowly)
  await administrator.page.locator('main').press('t', slowly)
  await administrator.seesHeading('Participants')
})
