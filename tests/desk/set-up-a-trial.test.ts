import { ERRORS } from '#contract/errors'
import { DESIGN_CONFIRMED_MEANING } from '#domain/trials/design-confirmation'
import { expect } from 'vitest'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { grant } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { axeFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'
import { allocation, confirms } from '../support/wizard'

/*
 * A first-time user sets up a factorial minimised trial, from an empty form to its first participant. Every refusal on
 * the way is shown with its remedy.
 */

const test = journeys('people')

const TITLE = 'Aspirin and heparin in acute stroke'
const [NORTH, SOUTH] = ['Royal Infirmary', 'Abbey']
const GROUPS = ['Aspirin', 'No aspirin', 'Heparin', 'No heparin']

const field = (who: Visitor, name: string) => who.page.getByRole('textbox', { name, exact: true })
const day = (who: Visitor, name: string) => who.page.getByLabel(name)
const choice = (who: Visitor, name: string) => who.page.getByRole('combobox', { name })
const box = (who: Visitor, name: string) => who.page.getByRole('checkbox', { name, exact: true })
const row = (who: Visitor, name: string) => who.page.getByRole('group', { name, exact: true })
const rowField = (who: Visitor, name: string, label: string) => row(who, name).getByRole('textbox', { name: label })
const dialog = (who: Visitor) => who.page.getByRole('dialog')
const nameOf = (key: SampleAccountKey): string => SAMPLE_ACCOUNTS.find((one) => one.key === key)?.name ?? key

/** Expects no obstacle for a person who cannot see the page. */
const isAccessible = async ({ page }: Visitor) => expect(await axeFaults(page, null)).toEqual([])

test('a trial is set up, checked, confirmed by a second person, and started', async ({ arrive, portal }) => {
  await grant(portal, { person: 'coordinator', role: 'System administrator', trial_id: null, site_id: null })
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/trials')
  await administrator.presses('Create new', 'link')
  await administrator.seesHeading('Create new trial')
  await seesTheDefaults(administrator)
  await seesWhatIsMissing(administrator)
  await fillsInTheForm(administrator)
  await simulatesWhatIsTyped(administrator)
  await correctsTheDesign(administrator)
  await administrator.sees(`Trial configuration for ${TITLE} saved successfully`)
  await administrator.isAt(/\/trials\/\d+$/)
  const trialId = Number(administrator.page.url().split('/').at(-1))

  // The trial's own page lists the missing parts.
  await administrator.seesHeading('Ready to start?')
  for (const words of [
    `${ERRORS.design_not_confirmed.message}.`,
    'No site is open yet, so no one can be randomised.',
    `${NORTH} has no one who can randomise. Add a user.`,
    `${SOUTH} has no packs to allocate for ${GROUPS.join(', ')}. Randomisation there will be refused.`,
    'No ethics approval ID is given.',
  ])
    await administrator.sees(words)
  await administrator.sees(/You changed it last, /)
  expect(await administrator.finds('button', 'Review the design').count()).toBe(0)
  await isAccessible(administrator)
  await triesToStart(administrator)

  await addsPeople(administrator, portal, trialId)
  for (const site of [NORTH, SOUTH]) await bringsPacks(administrator, trialId, site)

  const second = await arrive({ as: 'coordinator' })
  await confirmsTheDesign(second, trialId)
  await opensASite(second)

  await administrator.opens(`/trials/${trialId}`)
  await administrator.sees('A second person has confirmed the design')
  await administrator.sees(`${SOUTH} is not open yet. No one can be randomised there.`)
  expect(await administrator.page.getByText(/has no one who can randomise|has no packs to allocate/).count()).toBe(0)
  await administrator.presses('Change status')
  await administrator.page.getByRole('radio', { name: 'Start trial' }).check()
  await administrator.page.getByRole('textbox', { name: 'Reason' }).fill('Everything is there')
  await administrator.presses('Start trial')
  await dialog(administrator).waitFor({ state: 'hidden' })
  await administrator.page.getByRole('main').getByText('Started', { exact: true }).first().waitFor()

  await theFirstIsRandomised(await arrive({ as: 'nurse' }), trialId)
})

/** The defaults of a new trial. */
const seesTheDefaults = async (who: Visitor) => {
  expect(await choice(who, 'Allocation method').inputValue()).toBe('1')
  expect(await choice(who, 'Randomisation method').inputValue()).toBe('4')
  expect(await choice(who, 'A participant ID that is already used').inputValue()).toBe('1')
  expect(await choice(who, 'Time zone').inputValue()).toBe('Etc/UTC')
  expect(await choice(who, 'Status').inputValue()).toBe('1')
  expect(await field(who, 'Sample size').inputValue()).toBe('0')
  await who.sees(/^Current time:/)
}

const seesWhatIsMissing = async (who: Visitor) => {
  await field(who, 'Sample size').fill('')
  await who.presses('Create trial')
  await who.sees('Form has been filled out incorrectly; please review all sections of the form and try again')
  await who.sees('At least two study groups are required')
  await who.sees('At least one site is required')
  for (const name of ['Title', 'Start date', 'End date', 'Sample size', 'Organisation'])
    await who.finds('button', `${name}: This field is required`).waitFor()
  const contents = who.page.getByRole('navigation', { name: 'Sections of the form' })
  await contents.getByRole('link', { name: /^Dates and time zone 2 errors$/ }).waitFor()
  await who.presses('Organisation: This field is required')
  await who.isFocusedOn(field(who, 'Organisation'))
  await who.presses('Sites: At least one site is required')
  await who.isFocusedOn(who.finds('heading', 'Sites'))
  await isAccessible(who)
}

const fillsInTheForm = async (who: Visitor) => {
  await field(who, 'Organisation').fill('Stroke unit')
  await field(who, 'Title').fill(TITLE)
  await day(who, 'Start date').fill('2026-12-01')
  await day(who, 'End date').fill('2026-08-31')
  await who.sees('28 Feb 2027')
  await choice(who, 'Time zone').selectOption('Europe/London')
  await field(who, 'Sample size').fill('400')
  for (const [index, site] of [NORTH, SOUTH].entries()) {
    await who.presses('Add a site')
    await rowField(who, `Site ${index + 1}`, 'Name').fill(site)
  }
  for (const [index, name] of GROUPS.entries()) {
    await who.presses('Add a study group')
    const group = row(who, `Study group ${index + 1}`)
    await group.getByRole('textbox', { name: 'Name' }).fill(name)
    expect(await group.getByRole('textbox', { name: 'Weight' }).inputValue()).toBe('1')
    expect(await group.getByRole('combobox', { name: 'Factor' }).count()).toBe(0)
  }
  await choice(who, 'Allocation method').selectOption('Factorial')
  await choice(who, 'Randomisation method').selectOption('Minimisation')
  await box(who, 'Stratified').check()
  await who.presses('Advanced')
  await field(who, 'Probability, percent').fill('10')
  await box(who, 'A second person confirms the design').check()
  await box(who, 'Sites are opened one by one').check()
  await who.presses('Add a stratum')
  await rowField(who, 'Stratum 1', 'Name').fill('Sex')
  await rowField(who, 'Stratum 1', 'Options').fill('Female\nMale\n\nfemale')
  await rowField(who, 'Stratum 1', 'Weight in the minimisation').fill('2')
  expect(await who.page.getByLabel('Low pack level').count()).toBe(0)
  await box(who, 'The trial manages packs').check()
  await box(who, 'Sites manage packs').check()
  await rowField(who, 'Site 1', 'Low pack level').fill('5')
}

/** The simulation uses the unsaved values of the form, and says so once the form is gone. */
const simulatesWhatIsTyped = async (who: Visitor) => {
  const opened = who.context.waitForEvent('page')
  await who.presses('Simulate this design in a new tab', 'link')
  const tab = await opened
  await tab.getByText(`Filled in from the form of “${TITLE}” in the other tab`).waitFor()
  expect(await tab.getByRole('textbox', { name: 'Participants', exact: true }).inputValue()).toBe('400')
  expect(await tab.getByRole('textbox', { name: 'Probability, percent' }).inputValue()).toBe('10')
  for (const name of GROUPS) expect(await tab.locator(`input[value="${name}"]`).count()).toBe(1)
  await tab.close()
  const late = await who.opensTab('/simulation?typed=11111111-2222-4333-8444-555555555555')
  await late.sees('The form that this was opened from is no longer open, so nothing is filled in.')
  await late.page.close()
}

/** The faults that the form finds, and then those that only the server finds. */
const correctsTheDesign = async (who: Visitor) => {
  await who.presses('Create trial')
  await who.sees('Must not be before the start date')
  await who.sees('Option 3: This name is used twice')
  await day(who, 'End date').fill('2027-11-30')
  await rowField(who, 'Stratum 1', 'Options').fill('Female\nMale')
  // The study groups of one factor only.
  who.expectsError(/status of 422/)
  await who.presses('Create trial')
  await who.sees('Trial creation failed')
  await who.sees('A factorial trial needs at least two study groups in each factor')
  for (const index of [3, 4])
    await row(who, `Study group ${index}`).getByRole('combobox', { name: 'Factor' }).selectOption('2')
  await who.presses('Create trial')
  await who.finds('button', /^Probability, percent: The weights make 4 arms/).click()
  await who.isFocusedOn(field(who, 'Probability, percent'))
  await field(who, 'Probability, percent').fill('85')
  await who.presses('Create trial')
}

const triesToStart = async (who: Visitor) => {
  await who.presses('Change status')
  await who.page.getByRole('radio', { name: 'Start trial' }).check()
  await dialog(who).getByText(`${NORTH} has no one who can randomise. Add a user.`).waitFor()
  await who.page.getByRole('textbox', { name: 'Reason' }).fill('Let us see')
  who.expectsError(/status of 409/)
  await who.presses('Start trial')
  await dialog(who).getByText(ERRORS.design_not_confirmed.message, { exact: true }).waitFor()
  await isAccessible(who)
  await who.presses('Cancel')
}

/** Adds people with a file. Its first version gives a site by name, which is refused. */
const addsPeople = async (who: Visitor, portal: JourneyPortal, trialId: number) => {
  const [nurse, monitor] = [portal.personId('nurse'), portal.personId('monitor')]
  const sites = await portal.database.queries.selectFrom('sites').select('id').where('trial_id', '=', trialId).execute()
  const head = 'user_id,role_level,site_id,blinding_level,delegated_unblind,delegated_study_packs'
  const chooses = (lines: readonly string[]) =>
    who.page.locator('input[type=file]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([head, ...lines].join('\r\n')),
    })
  await who.presses('User Permissions', 'link')
  await who.presses('Add multiple users to trial', 'link')
  await chooses([`${nurse},2,${NORTH},,,`])
  await who.sees('Row 1, site_id: This site is not part of the trial')
  await isAccessible(who)
  await who.presses('Clear import file')
  await chooses([...sites.map(({ id }) => `${nurse},2,${id},,,true`), `${monitor},3,,,,`])
  await who.presses('Add users')
  await who.sees('2 users added to trial successfully')
}

/** Generates packs for one site, imports and activates them. */
const bringsPacks = async (who: Visitor, trialId: number, site: string) => {
  await who.opens(`/trials/${trialId}/study-packs/label-generator`)
  const generate = who.page.getByRole('region', { name: 'Generate packs' })
  await generate.getByRole('textbox', { name: 'Batch' }).fill(`For ${site}`)
  await generate.getByLabel('IDs begin with').fill(site.charAt(0))
  for (const name of GROUPS) await generate.getByLabel(name, { exact: true }).fill('3')
  await generate.getByRole('combobox', { name: 'Site' }).click()
  await who.finds('option', site).click()
  await who.presses('Generate 12 packs')
  await who.presses('Import these packs now')
  await who.presses('Import 12 packs')
  await who.seesHeading(`12 packs imported into batch For ${site}`)
  await who.presses('See the packs', 'link')
  await who.presses('Manage multiple packs')
  await who.presses(/^Select all that match/)
  await who.presses('Activate')
  await who.page.getByRole('textbox', { name: 'Reason' }).fill('They have arrived')
  await who.presses('Activate 12 packs')
  await who.sees('12 packs were activated.')
}

const confirmsTheDesign = async (who: Visitor, trialId: number) => {
  await who.opens(`/trials/${trialId}`)
  await who.sees(new RegExp(`${nameOf('administrator')} changed it last, `))
  await who.presses('Review the design')
  const review = dialog(who)
  await review.getByText('Factorial').waitFor()
  await review.getByText('85%').waitFor()
  await review.getByText('Female, Male; weight 2').waitFor()
  expect(await who.finds('button', 'Confirm this design').isDisabled()).toBe(true)
  await isAccessible(who)
  await review.getByLabel(DESIGN_CONFIRMED_MEANING).check()
  await who.presses('Confirm this design')
  await who.sees(new RegExp(`${nameOf('coordinator')}.*“${DESIGN_CONFIRMED_MEANING}.” Any change to the design`))
  await who.seesNot(`${ERRORS.design_not_confirmed.message}.`)
}

const opensASite = async (who: Visitor) => {
  await who.presses(`Open site ${NORTH}`)
  await dialog(who)
    .getByText(/can randomise whenever the trial is Started/)
    .waitFor()
  await dialog(who)
    .getByRole('button', { name: `Open ${NORTH}` })
    .click()
  await who.sees('Please enter a reason')
  await isAccessible(who)
  await who.page.getByRole('textbox', { name: 'Reason' }).fill('Staff are trained')
  await dialog(who)
    .getByRole('button', { name: `Open ${NORTH}` })
    .click()
  await dialog(who).waitFor({ state: 'hidden' })
  await who.sees(`by ${nameOf('coordinator')}`)
  await isAccessible(who)
}

const theFirstIsRandomised = async (nurse: Visitor, trialId: number) => {
  await nurse.opens(`/trials/${trialId}/participants/new`)
  await nurse.sees('Sites that have not been opened yet cannot be chosen.')
  await nurse.finds('combobox', 'Site').click()
  const unopened = nurse.finds('option', `${SOUTH} (not opened yet)`)
  expect(await unopened.getAttribute('data-combobox-disabled')).toBe('true')
  await isAccessible(nurse)
  await nurse.page.keyboard.press('Escape')
  await confirms(nurse, { site: NORTH, strata: { Sex: 'Female' } })
  expect(await allocation(nurse)).toMatchObject({ 'Sequence number': '1', Site: NORTH })
}
