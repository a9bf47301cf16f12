import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { DESIGN_CONFIRMED_MEANING } from '#domain/trials/design-confirmation'
import { grant } from '../support/a-trial'
import { MAX_PICTURE_BYTES, takePicture } from '../support/help-pictures'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'
import { confirms } from '../support/wizard'

/*
 * "Your first trial in an hour", done step by step as the page describes, with its pictures. `npm run pictures` runs
 * this and stores them. It fails where a label that the page names is gone.
 */

const HELP = join(import.meta.dirname, '../../src/help')
const PAGE = readFileSync(join(HELP, 'first-trial.md'), 'utf8')
const IN_PAGE = [...PAGE.matchAll(/!\[[^\]]+\]\(pictures\/([\w-]+)\.webp\)/g)].map(([, name = '']) => name)

/** The time of the portal and the browsers, so that the pictures always show the same days. */
const NOW = '2026-11-21T09:03:00.000Z'

const test = journeys('people', { at: NOW })

const TITLE = 'Aspirin in acute stroke'
const SITE = 'Royal Infirmary'
const GROUPS = ['Aspirin', 'Placebo']

const field = (who: Visitor, name: string) => who.page.getByRole('textbox', { name, exact: true })
const choice = (who: Visitor, name: string) => who.page.getByRole('combobox', { name })
const box = (who: Visitor, name: string) => who.page.getByRole('checkbox', { name, exact: true })
const row = (who: Visitor, name: string) => who.page.getByRole('group', { name, exact: true })
const dialog = (who: Visitor) => who.page.getByRole('dialog')
const sectionOf = (who: Visitor, heading: string) =>
  who.page
    .locator('section')
    .filter({ has: who.finds('heading', heading) })
    .last()
const region = (who: Visitor, name: string | RegExp) => who.page.getByRole('region', { name })

test('the guide to a first trial can be followed, and its pictures show that walk', async ({ arrive, portal }) => {
  await grant(portal, { person: 'coordinator', role: 'System administrator', trial_id: null, site_id: null })
  const sizes = new Map<string, number>()
  const shows = async (who: Visitor, name: string, ...shown: [Parameters<typeof takePicture>[2], number?]) => {
    sizes.set(name, await takePicture(who, name, ...shown))
  }
  const who = await arrive({ as: 'administrator' })

  // 1. Design and simulate
  await who.opens('/simulation')
  await who.seesHeading('Simulation')
  await shows(who, 'simulation', who.page.getByRole('main'))

  // 2. Create the trial
  await who.opens('/trials')
  await who.presses('Create new', 'link')
  await who.seesHeading('Create new trial')
  await fillsInTheForm(who)
  await shows(who, 'create-trial', sectionOf(who, 'Allocation and randomisation'), 800)
  await who.finds('link', 'Simulate this design in a new tab').waitFor()
  await who.presses('Create trial')
  await who.sees(`Trial configuration for ${TITLE} saved successfully`)
  await who.isAt(/\/trials\/\d+$/)
  const trialId = Number(who.page.url().split('/').at(-1))
  await who.opens(`/trials/${trialId}`)
  await shows(who, 'set-up', region(who, 'Set up this trial'))
  await who.presses('Proof', 'link')
  await region(who, 'Commitment').waitFor()

  // 3. People
  await grant(portal, { person: 'nurse', role: 'Site user', trial_id: trialId, site_id: await siteOf(trialId) })
  await who.opens('/users')
  for (const name of ['Create new', 'Create multiple']) await who.finds('link', name).waitFor()
  await who.opens(`/trials/${trialId}`)
  await who.presses('User Permissions', 'link')
  await who.finds('link', 'Add multiple users to trial').waitFor()
  await shows(who, 'people', who.page.getByRole('main'), 420)

  // 4. Packs
  await who.opens(`/trials/${trialId}/study-packs/label-generator`)
  const generate = region(who, 'Generate packs')
  await generate.getByRole('textbox', { name: 'Batch' }).fill('Delivery 1')
  await generate.getByLabel('IDs begin with').fill('A')
  for (const name of GROUPS) await generate.getByLabel(name, { exact: true }).fill('20')
  await generate.getByRole('combobox', { name: 'Site' }).click()
  await who.finds('option', SITE).click()
  await shows(who, 'generate-packs', generate)
  await who.presses('Generate 40 packs')
  await who.presses('Import these packs now')
  await who.presses('Import 40 packs')
  await who.seesHeading('40 packs imported into batch Delivery 1')
  await who.presses('See the packs', 'link')
  await who.presses('Manage multiple packs')
  await who.presses(/^Select all that match/)
  await who.presses('Activate')
  await field(who, 'Reason').fill('They have arrived')
  await who.presses('Activate 40 packs')
  await who.sees('40 packs were activated.')

  // 5. Check
  await who.opens(`/trials/${trialId}`)
  await who.sees(/^(Missing|To check) \(\d+\)$/)
  await shows(who, 'ready-to-start', who.finds('heading', 'Ready to start?').locator('..'))

  // 6. A second person confirms
  const second = await arrive({ as: 'coordinator' })
  await second.opens(`/trials/${trialId}`)
  await second.presses('Review the design')
  await dialog(second).getByLabel(DESIGN_CONFIRMED_MEANING).check()
  await shows(second, 'confirm-design', dialog(second))
  await second.presses('Confirm this design')
  await second.sees(/Any change to the design/)

  // 7. Start
  await who.opens(`/trials/${trialId}`)
  await who.presses('Change status')
  await who.page.getByRole('radio', { name: 'Start trial' }).check()
  await field(who, 'Reason').fill('Everything is there')
  await shows(who, 'start-trial', dialog(who))
  await who.presses('Start trial')
  await dialog(who).waitFor({ state: 'hidden' })
  const nurse = await arrive({ as: 'nurse' })
  await nurse.opens(`/trials/${trialId}/participants/new`)
  await confirms(nurse, { strata: { Sex: 'Female' } })
  await nurse.seesHeading('Participant randomised')
  await shows(nurse, 'randomised', nurse.page.getByRole('main'))

  expect([...sizes.keys()].toSorted()).toEqual(IN_PAGE.toSorted())
  expect([...sizes].filter(([, bytes]) => bytes > MAX_PICTURE_BYTES)).toEqual([])

  async function siteOf(id: number): Promise<number> {
    const site = portal.database.queries.selectFrom('sites').select('id').where('trial_id', '=', id)
    return (await site.executeTakeFirstOrThrow()).id
  }
})

test('each part of the guide has its picture, and each stored picture is used', () => {
  const parts = PAGE.split(/^## /m).filter((part) => /^\d/.test(part))
  expect(parts.filter((part) => !part.includes('](pictures/')).map((part) => part.split('\n')[0])).toEqual([])
  const stored = readdirSync(join(HELP, 'pictures'))
  expect(stored.toSorted()).toEqual(IN_PAGE.map((name) => `${name}.webp`).toSorted())
  expect(stored.filter((file) => statSync(join(HELP, 'pictures', file)).size > MAX_PICTURE_BYTES)).toEqual([])
})

const fillsInTheForm = async (who: Visitor) => {
  await field(who, 'Organisation').fill('Stroke unit')
  await field(who, 'Title').fill(TITLE)
  await who.page.getByLabel('Start date').fill('2026-12-01')
  await who.page.getByLabel('End date').fill('2027-11-30')
  await choice(who, 'Time zone').selectOption('Europe/London')
  await field(who, 'Sample size').fill('400')
  await who.presses('Add a site')
  await row(who, 'Site 1').getByRole('textbox', { name: 'Name' }).fill(SITE)
  for (const [index, name] of GROUPS.entries()) {
    await who.presses('Add a study group')
    await row(who, `Study group ${index + 1}`)
      .getByRole('textbox', { name: 'Name' })
      .fill(name)
  }
  await choice(who, 'Randomisation method').selectOption('Minimisation')
  await box(who, 'Stratified').check()
  await who.presses('Advanced')
  await field(who, 'Probability, percent').fill('85')
  await box(who, 'A second person confirms the design').check()
  await who.presses('Add a stratum')
  await row(who, 'Stratum 1').getByRole('textbox', { name: 'Name' }).fill('Sex')
  await row(who, 'Stratum 1').getByRole('textbox', { name: 'Options' }).fill('Female\nMale')
  await box(who, 'The trial manages packs').check()
  await box(who, 'Sites manage packs').check()
}
