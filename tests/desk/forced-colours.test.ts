import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'

/*
 * Forced colours drop backgrounds and shadows. Elements that those set apart are set apart by the selection colour or
 * by a line instead.
 */

const test = journeys('sample')

/** The sample's stroke trial, and its trial with study packs. */
const [STROKE, CEDAR] = [1, 5]
const HEAD = 'pack_id,study_group,site,duration,expire_on,confirmation_code'

const inForcedColours = async (who: Visitor) => {
  await who.page.emulateMedia({ forcedColors: 'active' })
  expect(await who.page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
  return who.page
}

/** The background and the lines of an element, as they are drawn. */
const lookOf = (thing: Locator) =>
  thing.evaluate((element) => {
    const { backgroundColor, borderBottomColor, borderBottomStyle, borderBottomWidth, outline, outlineStyle } =
      getComputedStyle(element)
    const isLined = borderBottomStyle !== 'none' && borderBottomWidth !== '0px'
    return {
      ground: backgroundColor,
      line: isLined ? `${borderBottomWidth} ${borderBottomColor}` : '',
      outline: outlineStyle === 'none' ? '' : outline,
    }
  })

/** Expects that two elements differ in more than their text. */
const differ = async (one: Locator, other: Locator) => {
  await Promise.all([one.waitFor({ state: 'attached' }), other.waitFor({ state: 'attached' })])
  expect(await lookOf(one)).not.toEqual(await lookOf(other))
}

/** The mark in a selected box or circle must have another colour than the box. */
const staysLegible = async (box: Locator) => {
  const sign = box.locator('xpath=following-sibling::*').first()
  const colour = await sign.evaluate((element) => getComputedStyle(element).color)
  expect((await lookOf(box)).ground).not.toBe(colour)
}

test('the open tab, the chosen view, bars and progress', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  const page = await inForcedColours(administrator)
  await administrator.opens(`/trials/${STROKE}`)
  await administrator.seesHeading('By site')
  const tabs = page.getByRole('navigation', { name: 'Trial' }).getByRole('link')
  await differ(tabs.and(page.locator('[aria-current=page]')), tabs.and(page.locator(':not([aria-current])')).first())
  const views = page.locator('.mantine-SegmentedControl-root').first().locator('label')
  await differ(views.and(page.locator('[data-active]')), views.and(page.locator(':not([data-active])')))
  await differ(page.locator('.mantine-Progress-section').first(), page.locator('.mantine-Progress-root').first())
  const chart = page
    .getByRole('figure')
    .filter({ has: page.locator('[class*=_track_]') })
    .first()
  await differ(chart.locator('[class*=_bar_]').first(), chart.locator('[class*=_track_]').first())
})

test('a badge, the present page, a ticked row and its box', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  const page = await inForcedColours(administrator)
  await administrator.opens(`/trials/${STROKE}/participants`)
  const pages = page.getByRole('navigation', { name: 'Participants: pages' }).getByRole('button')
  await differ(pages.and(page.locator('[aria-current=page]')), pages.and(page.locator(':not([aria-current])')).last())
  expect(await lookOf(page.locator('.mantine-Badge-root').first())).toMatchObject({ line: /^1px/ })

  await administrator.opens(`/trials/${CEDAR}/study-packs`)
  await administrator.presses('Manage multiple packs')
  const box = page.locator('tbody').getByRole('checkbox').first()
  await box.check()
  const rows = page.locator('tbody tr').filter({ has: page.getByRole('checkbox') })
  await differ(rows.and(page.locator('[data-ticked]')), rows.and(page.locator(':not([data-ticked])')).first())
  await differ(box, rows.and(page.locator(':not([data-ticked])')).first().getByRole('checkbox'))
  await staysLegible(box)
})

test('a switched-on switch', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  const page = await inForcedColours(administrator)
  await administrator.opens(`/trials/${CEDAR}/study-packs/import`)
  const chooser = page.waitForEvent('filechooser')
  await administrator.presses('Choose a CSV file')
  const file = { name: 'packs.csv', mimeType: 'text/csv', buffer: Buffer.from(`${HEAD}\nK-1,Placebo,Nowhere,,,\n`) }
  await (await chooser).setFiles(file)
  const [track, thumb] = [page.locator('.mantine-Switch-track'), page.locator('.mantine-Switch-thumb')]
  await differ(thumb, track)
  const off = await lookOf(track)
  await page.getByRole('switch').press(' ')
  await expect.poll(() => page.getByRole('switch').isChecked()).toBe(true)
  expect(await lookOf(track)).not.toEqual(off)
  await differ(thumb, track)
})

test('the item of the arrow keys, in a list, in a menu and in Jump to', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  const page = await inForcedColours(administrator)
  await administrator.opens(`/trials/${STROKE}/participants/new`)
  await administrator.finds('combobox', 'Site').click()
  await page.keyboard.press('ArrowDown')
  const options = page.getByRole('option')
  await differ(
    options.and(page.locator('[data-combobox-selected]')),
    options.and(page.locator(':not([data-combobox-selected])')).first(),
  )

  await administrator.opens(`/trials/${CEDAR}/study-packs?status=active`)
  await administrator
    .finds('button', /^Actions: pack/)
    .first()
    .click()
  const items = page.getByRole('menuitem')
  await items.first().press('ArrowDown')
  await differ(items.and(page.locator(':focus')), items.and(page.locator(':not(:focus)')).first())
  await page.keyboard.press('Escape')

  await administrator.presses(/^Jump to/)
  const found = page.locator('.mantine-Spotlight-action')
  await page.getByPlaceholder('Search participants, packs, trials and screens').press('ArrowDown')
  await differ(found.and(page.locator('[data-selected]')), found.and(page.locator(':not([data-selected])')).first())
})

test('the focus, a field with a fault, the step of the wizard, a choice, and the edge of a dialog', async ({
  arrive,
}) => {
  const administrator = await arrive({ as: 'administrator' })
  const page = await inForcedColours(administrator)
  await administrator.opens('/users/new')
  const name = page.getByRole('textbox', { name: 'Name' })
  const sound = await lookOf(name)
  await administrator.presses('Create user')
  await administrator.page.getByText('This field is required').first().waitFor()
  await name.focus()
  expect((await lookOf(name)).line).not.toBe(sound.line)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await lookOf(page.locator(':focus'))).toMatchObject({ outline: / solid 3px$/ })

  await administrator.opens(`/trials/${STROKE}/participants/new`)
  const steps = page.locator('ol > li')
  await differ(steps.and(page.locator('[aria-current=step]')), steps.last())

  await administrator.opens(`/trials/${STROKE}`)
  await administrator.presses('Change status')
  const pause = page.getByLabel('Pause trial')
  await pause.check()
  await differ(pause, page.getByLabel('Terminate trial'))
  await staysLegible(pause)
  expect(await lookOf(page.locator('.mantine-Modal-content'))).toMatchObject({ line: /^1px/ })
})
