import { describe, expect } from 'vitest'
import { aTrial, grant } from '../support/a-trial'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import { aTrialPausedAfter, saveWith, setTo, shownTo } from '../support/save-trial'
import { signedInAs } from '../support/sign-in'
import type { Visitor } from '../support/visitor'
import { NOT_KNOWN_WHETHER_SAVED } from '../../src/client/safety-words'

/* A person who sees the trial form for the first time creates and changes a trial. */

const test = journeys('people')

const field = (who: Visitor, name: string) => who.page.getByRole('textbox', { name, exact: true })
const day = (who: Visitor, name: string) => who.page.getByLabel(name)
const choice = (who: Visitor, name: string) => who.page.getByRole('combobox', { name })
const row = (who: Visitor, name: string) => who.page.getByRole('group', { name, exact: true })
const rowField = (who: Visitor, name: string, label: string) => row(who, name).getByRole('textbox', { name: label })

const STRATA = [{ name: 'Sex', options: ['Female', 'Male'] }]

describe('the input is not lost', () => {
  test('by a reload, by leaving and returning, nor by a lost connection', async ({ arrive, portal }) => {
    const administrator = await arrive({ as: 'administrator' })
    administrator.expectsError(/./)
    await administrator.opens('/trials/new')
    await field(administrator, 'Title').fill('Half filled in')
    await administrator.sees('Not saved yet')
    await administrator.reloads()
    await administrator.sees('This is not saved yet')
    expect(await field(administrator, 'Title').inputValue()).toBe('Half filled in')

    await administrator.page.getByRole('link', { name: 'Trials' }).first().click()
    await administrator.sees('The form is not saved')
    await administrator.presses('Stay')
    await administrator.page.getByRole('link', { name: 'Trials' }).first().click()
    await administrator.presses('Leave and keep the draft')
    await administrator.seesHeading('Trials')
    await administrator.presses('Create new', 'link')
    expect(await field(administrator, 'Title').inputValue()).toBe('Half filled in')

    await day(administrator, 'Start date').fill('2026-12-01')
    await day(administrator, 'End date').fill('2027-11-30')
    await field(administrator, 'Organisation').fill('Stroke unit')
    await administrator.presses('Add a site')
    await rowField(administrator, 'Site 1', 'Name').fill('Royal Infirmary')
    for (const index of [1, 2]) {
      await administrator.presses('Add a study group')
      await rowField(administrator, `Study group ${index}`, 'Name').fill(`Group ${index}`)
    }
    const fault = portal.front.inflict('answer_lost', { method: 'POST', path: /\/trials$/ })
    await administrator.presses('Create trial')
    await administrator.page.getByRole('dialog').getByText('A network error has occurred').waitFor()
    const unknown = NOT_KNOWN_WHETHER_SAVED
    expect(await administrator.page.getByText(unknown).count()).toBe(1)
    fault.lift()
    await administrator.page.keyboard.press('Escape')
    await administrator.sees(unknown)
    expect(await field(administrator, 'Title').inputValue()).toBe('Half filled in')
    await administrator.presses('Create trial')
    await administrator.sees('Trial configuration for Half filled in saved successfully')
    const made = await portal.database.queries
      .selectFrom('trials')
      .select('id')
      .where('title', '=', 'Half filled in')
      .execute()
    expect(made).toHaveLength(1)
    await administrator.opens('/trials/new')
    expect(await field(administrator, 'Title').inputValue()).toBe('')
  })

  test('but deleted when it is discarded, and when its person signs out', async ({ arrive }) => {
    const administrator = await arrive({ as: 'administrator' })
    const storedDrafts = () =>
      administrator.page.evaluate(() => Object.keys(sessionStorage).filter((key) => /form/.test(key)))
    await administrator.opens('/trials/new')
    await field(administrator, 'Title').fill('Given up')
    await expect.poll(storedDrafts).toHaveLength(1)
    await administrator.presses('Discard changes')
    await expect.poll(storedDrafts).toHaveLength(0)
    await field(administrator, 'Title').fill('Left behind')
    await expect.poll(storedDrafts).toHaveLength(1)
    await administrator.signsOut()
    expect(await storedDrafts()).toHaveLength(0)
  })
})

describe('the settings of a trial', () => {
  test('cannot be edited while it runs', async ({ arrive, portal }) => {
    const { trial_id } = await aTrial(portal)
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens(`/trials/${trial_id}/settings`)
    await administrator.sees('Trial settings can only be edited when the trial is paused')
    expect(await administrator.finds('button', 'Save settings').isDisabled()).toBe(true)
  })

  test('are saved in Planning at once, and lead back to the trial', async ({ arrive, portal }) => {
    const { trial_id } = await aTrial(portal, { status: 'planning' })
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens(`/trials/${trial_id}/settings`)
    await field(administrator, 'Title').fill('Aspirin, once more')
    await administrator.presses('Save settings')
    await administrator.sees('Trial configuration for Aspirin, once more saved successfully')
    await administrator.isAt(`/trials/${trial_id}`)
  })

  test('of a paused trial show the effect of a save; strata stay unchanged', async ({ arrive, portal }) => {
    const who = await signedInAs(portal, 'administrator')
    const { trial_id } = await aTrialPausedAfter(portal, who, 2, {
      trial_strata: STRATA,
      randomisation_method_id: 1,
      block_size_min: 4,
      block_size_max: 4,
    })
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens(`/trials/${trial_id}/settings`)
    await administrator.sees('Strata cannot be edited after randomisation has occurred')
    expect(await rowField(administrator, 'Stratum 1', 'Options').isEditable()).toBe(false)
    expect(await administrator.finds('button', 'Add a stratum').count()).toBe(0)
    expect(await choice(administrator, 'Randomisation method').isDisabled()).toBe(true)
    await field(administrator, 'to').fill('3')
    await field(administrator, 'Block size from').fill('3')
    administrator.expectsError(/status of 422/)
    await administrator.presses('Save settings')
    await administrator.sees('Trial configuration save failed')
    await administrator.finds('button', /^Block size .*: The range must include/).waitFor()

    await field(administrator, 'to').fill('8')
    await field(administrator, 'Block size from').fill('4')
    await administrator.presses('Save settings')
    await administrator.seesHeading('What saving will change')
    await administrator.sees('A new epoch begins')
    await administrator.sees('Block size to')
    await administrator.sees(/No one is emailed/)
    expect(await pageFaults(administrator.page)).toEqual([])
    await administrator.presses('Save and begin a new epoch')
    await administrator.sees(/^Trial configuration for .* saved successfully$/)
    expect((await shownTo(who, trial_id)).block_size_max).toBe(8)
  })

  test('give a study group a new name only with a reason and the typed title of the trial', async ({
    arrive,
    portal,
  }) => {
    const who = await signedInAs(portal, 'administrator')
    const { trial_id } = await aTrialPausedAfter(portal, who, 1)
    const administrator = await arrive({ as: 'administrator' })
    administrator.expectsError(/status of 422/)
    await administrator.opens(`/trials/${trial_id}/settings`)
    await administrator.sees(/This cannot be changed after the first participant/)
    expect(await administrator.finds('checkbox', 'Exclude flagged participants').isDisabled()).toBe(true)
    await rowField(administrator, 'Study group 1', 'Name').fill('indapa mide')
    await administrator.presses('Save settings')
    await administrator
      .finds('button', 'Study group 1: Name: Another study group of this trial has or had this name or label')
      .waitFor()

    await rowField(administrator, 'Study group 1', 'Name').fill('Verum')
    await administrator.presses('Save settings')
    await administrator.sees('Names that participants are recorded under')
    await administrator.sees(/^The study group “Amlodipine” will be called “Verum”/)
    const save = administrator.finds('button', 'Save these changes')
    expect(await save.isDisabled()).toBe(true)
    await field(administrator, 'Reason for the new names').fill('Typing error')
    await field(administrator, 'Title of the trial').fill('A trial of two')
    expect(await save.isDisabled()).toBe(true)
    await field(administrator, 'Title of the trial').fill('A trial of two tablets')
    expect(await pageFaults(administrator.page)).toEqual([])
    await save.click()
    await administrator.sees('Trial configuration for A trial of two tablets saved successfully')
    expect((await shownTo(who, trial_id)).study_groups[0]?.name).toBe('Verum')
  })

  test('give a study group with packs a new name only with a reason, also before the first participant', async ({
    arrive,
    portal,
  }) => {
    const who = await signedInAs(portal, 'administrator')
    const { trial_id } = await aTrial(portal, { status: 'planning', packs: 2 })
    const administrator = await arrive({ as: 'administrator' })
    administrator.expectsError(/status of 422/)
    await administrator.opens(`/trials/${trial_id}/settings`)
    await rowField(administrator, 'Study group 1', 'Name').fill('indapa mide')
    await administrator.presses('Save settings')
    await administrator
      .finds(
        'button',
        'Study group 1: Name: Another study group of this trial has or had this name or label. One of them has study packs',
      )
      .waitFor()

    await rowField(administrator, 'Study group 1', 'Name').fill('Verum')
    await administrator.presses('Save settings')
    await administrator.sees('This trial has study packs. All of them keep their study groups and sites.')
    await administrator.sees('Names that study packs are recorded under')
    await administrator.sees(/No participant is in this study group yet\. 4 study packs stay with this study group/)
    await field(administrator, 'Reason for the new names').fill('Typing error')
    await field(administrator, 'Title of the trial').fill('A trial of two tablets')
    expect(await pageFaults(administrator.page)).toEqual([])
    await administrator.presses('Save these changes')
    await administrator.sees('Trial configuration for A trial of two tablets saved successfully')
    expect((await shownTo(who, trial_id)).study_groups[0]?.name).toBe('Verum')
  })

  test('give a study group without packs and participants a new name at once', async ({ arrive, portal }) => {
    const { trial_id } = await aTrial(portal, { status: 'planning' })
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens(`/trials/${trial_id}/settings`)
    await rowField(administrator, 'Study group 1', 'Name').fill('Verum')
    await administrator.presses('Save settings')
    await administrator.sees('Trial configuration for A trial of two tablets saved successfully')
  })

  test('saved by two people at once are compared, and neither loses anything', async ({ arrive, portal }) => {
    const { trial_id } = await aTrial(portal, { status: 'planning', description: 'First' })
    const other = await signedInAs(portal, 'administrator')
    const administrator = await arrive({ as: 'administrator' })
    administrator.expectsError(/status of 409/)
    await administrator.opens(`/trials/${trial_id}/settings`)
    await field(administrator, 'Title').fill('Mine')
    await field(administrator, 'Contact').fill('Mine too')
    await saveWith(other, trial_id, { title: 'Theirs', description: 'Second', org_contact_name: 'Theirs too' })

    await administrator.presses('Save settings')
    await administrator.seesHeading('Someone else has saved these settings')
    const title = administrator.page.getByRole('radiogroup', { name: 'Title' })
    expect(await title.getByRole('radio', { name: 'Mine: Mine' }).isChecked()).toBe(true)
    const description = administrator.page.getByRole('radiogroup', { name: 'Description' })
    expect(await description.getByRole('radio', { name: 'Theirs: Second' }).isChecked()).toBe(true)
    expect(await pageFaults(administrator.page)).toEqual([])
    const contact = administrator.page.getByRole('radiogroup', { name: 'Contact' })
    await contact.getByRole('radio', { name: 'Theirs: Theirs too' }).check()
    await administrator.presses('Use these and save')
    await administrator.sees('Trial configuration for Mine saved successfully')
    expect(await shownTo(other, trial_id)).toMatchObject({
      title: 'Mine',
      description: 'Second',
      org_contact_name: 'Theirs too',
    })
  })

  test('stay on the screen when the trial is started meanwhile', async ({ arrive, portal }) => {
    const { trial_id } = await aTrial(portal, { status: 'planning' })
    const other = await signedInAs(portal, 'administrator')
    const administrator = await arrive({ as: 'administrator' })
    administrator.expectsError(/status of 409/)
    await administrator.opens(`/trials/${trial_id}/settings`)
    await field(administrator, 'Title').fill('Too late')
    await setTo(other, trial_id, 'started')
    await administrator.presses('Save settings')
    await administrator.sees('Trial configuration save failed')
    await administrator.sees('Trial settings can only be edited when the trial is paused')
    expect(await field(administrator, 'Title').inputValue()).toBe('Too late')
    expect(await administrator.finds('button', 'Save settings').isDisabled()).toBe(true)
  })

  test('hide parts from a blinded administrator, who can still save them', async ({ arrive, portal }) => {
    const { trial_id } = await aTrial(portal, { status: 'planning', trial_strata: STRATA })
    await grant(portal, {
      person: 'administrator',
      role: 'Trial administrator',
      trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens(`/trials/${trial_id}/settings`)
    await administrator.sees(/^The study groups and their weights are hidden from you/)
    await administrator.sees(/^The settings of the method are hidden from you/)
    expect(await choice(administrator, 'Allocation method').isDisabled()).toBe(true)
    await field(administrator, 'Title').fill('Saved blindly')
    await administrator.presses('Save settings')
    await administrator.sees('Trial configuration for Saved blindly saved successfully')
  })
})

test('the form is accessible at any width in either scheme, empty, refused, and filled in', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aTrial(portal, { status: 'planning', trial_strata: STRATA })
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/trials/new')
  await administrator.sees(/^Current time:/)
  expect(await pageFaults(administrator.page)).toEqual([])
  await administrator.presses('Add a site')
  await administrator.presses('Add a study group')
  await administrator.presses('Add a stratum')
  await administrator.presses('Advanced')
  await administrator.page.getByRole('checkbox', { name: 'The trial manages packs' }).check()
  await administrator.presses('Create trial')
  await administrator.sees(/^Form has been filled out incorrectly/)
  expect(await pageFaults(administrator.page)).toEqual([])
  await administrator.presses('Discard changes')
  await administrator.opens(`/trials/${trial_id}/settings`)
  await administrator.sees(/^Current time:/)
  expect(await pageFaults(administrator.page)).toEqual([])
})

test('nobody below a system administrator has a link to create a trial, or can', async ({ arrive }) => {
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens('/trials')
  await coordinator.seesHeading('Trials')
  expect(await coordinator.finds('link', 'Create new').count()).toBe(0)
  await coordinator.opens('/trials/new')
  await coordinator.sees('Only system administrators can create trials.')
})

test('“Ready to start?” is answered with the settings and before the start, and does not prevent a start', async ({
  arrive,
  portal,
}) => {
  const { trial_id, sites } = await aTrial(portal, {
    status: 'planning',
    randomisation_method_id: 1,
    block_size_min: 4,
    block_size_max: 4,
  })
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial_id}/settings`)
  await administrator.seesHeading('Ready to start?')
  await administrator.sees(`${sites[0]?.title} has no one who can randomise. Add a user.`)
  await administrator.sees('No ethics approval ID is given.')
  await administrator.sees(/^Every block has exactly 4 participants/)
  await grant(portal, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
  await administrator.presses('Change status')
  await administrator.page.getByRole('radio', { name: 'Start trial' }).check()
  const dialog = administrator.page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Ready to start?' }).waitFor()
  await dialog.getByText('No ethics approval ID is given.').waitFor()
  await expect.poll(() => dialog.getByText(/has no one who can randomise/).count()).toBe(0)
  expect(await pageFaults(administrator.page)).toEqual([])
  await administrator.page.getByRole('textbox', { name: 'Reason' }).fill('All agreed')
  await administrator.presses('Start trial')
  await dialog.waitFor({ state: 'hidden' })
  await administrator.sees('Trial settings can only be edited when the trial is paused')
})
