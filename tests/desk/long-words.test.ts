import { expect } from 'vitest'
import { aTrial, grant } from '../support/a-trial'
import { journeys } from '../support/journey'
import { lossesOf } from '../support/losses'

/* A name of one long word breaks: it neither pushes a page sideways nor is cut. */

const test = journeys('people')

const WORD = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(5)
/** The facts of a trial give way to its name in the bar; a press on the name shows them. */
const GIVES_WAY = /^cut: span “(started|Ready for offline|Saving on this tablet)/

const SIZES = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const

test('no page loses anything by a name of one long word', async ({ arrive, portal }) => {
  const { trial_id, sites } = await aTrial(portal, {
    title: WORD,
    sites: [{ title: WORD }],
    study_groups: [{ name: WORD }, { name: 'Placebo' }],
    packs: 2,
  })
  const site_id = sites[0]?.id ?? null
  await grant(portal, { person: 'nurse', role: 'Site user', trial_id, site_id })
  await grant(portal, { person: 'pharmacist', role: 'Site user', trial_id, site_id, has_study_packs_access: true })
  const { queries } = portal.database
  const nurse = portal.personId('nurse')
  await queries.updateTable('users').set({ name: WORD }).where('id', '=', nurse).execute()
  const administrator = await arrive({ as: 'administrator' })
  const pharmacist = await arrive({ as: 'pharmacist' })
  const losses: Record<string, string[]> = {}
  for (const [who, path] of [
    [pharmacist, '/'],
    [pharmacist, `/trials/${trial_id}/study-packs/dispense`],
    [administrator, '/trials'],
    [administrator, `/trials/${trial_id}`],
    [administrator, `/trials/${trial_id}/participants/new`],
    [administrator, `/trials/${trial_id}/study-packs`],
    [administrator, `/trials/${trial_id}/users`],
    [administrator, `/users/${nurse}/permissions`],
    [administrator, `/users/${nurse}/auth`],
  ] as const) {
    await who.opens(path)
    await who.page.locator('main h1').first().waitFor()
    await who.page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
    for (const size of SIZES) {
      await who.page.setViewportSize(size)
      await who.page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      const found = (await lossesOf(who.page)).filter((loss) => !GIVES_WAY.test(loss))
      if (found.length > 0) losses[`${path} at ${size.width} px`] = found
    }
  }
  expect(losses).toEqual({})
})

test('the menu of a user with a long site stays on the screen', async ({ arrive, portal }) => {
  const { trial_id, sites } = await aTrial(portal, { sites: [{ title: WORD }, { title: 'North' }] })
  for (const { id } of sites) await grant(portal, { person: 'nurse', role: 'Site user', trial_id, site_id: id })
  const administrator = await arrive({ as: 'administrator', viewport: { width: 360, height: 740 } })
  await administrator.opens(`/trials/${trial_id}/users`)
  await administrator.finds('button', new RegExp(`\\(ID ${portal.personId('nurse')}\\)$`)).click()
  const menu = administrator.page.getByRole('menu')
  await menu.waitFor()
  const box = await menu.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  const cut = await menu.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(cut).toBeLessThanOrEqual(0)
})
