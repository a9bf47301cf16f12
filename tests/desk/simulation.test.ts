import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { aTrial, grant } from '../support/a-trial'
import { journeys } from '../support/journey'
import { randomise } from '../support/randomise'
import { signedInAs } from '../support/sign-in'
import type { Visitor } from '../support/visitor'

/* A statistician tries a design out before the trial starts. */

const test = journeys('people')

const field = (who: Visitor, name: string, index = 0) => who.page.getByRole('textbox', { name, exact: true }).nth(index)

test('a trial’s design is simulated beside an alternative; a reload shows the figures, which can be downloaded', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aTrial(portal, {
    status: 'planning',
    sample_size: 40,
    randomisation_method_id: 1,
    block_size_min: 2,
    block_size_max: 2,
  })
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial_id}/settings`)
  await administrator.presses('Simulate this design', 'link')
  await administrator.sees('Filled in from')
  expect(await field(administrator, 'Block size from').inputValue()).toBe('2')
  expect(await field(administrator, 'Participants').inputValue()).toBe('40')
  await administrator.presses('Add an alternative')
  await field(administrator, 'Simulated trials').fill('50')
  await administrator.presses('Simulate 2 alternatives')

  await administrator.isFocusedOn(administrator.finds('heading', 'Results'))
  await administrator.seesHeading('A · Blocked, size 2')
  await administrator.seesHeading('B · Urn (1, 0, 1)')
  await administrator.sees('Every block has exactly 2 participants')
  await administrator.seesHeading('Key figures')
  await administrator.isAt(/\/simulation\?trial=\d+&run=\d+&run=\d+$/)

  await administrator.reloads()
  const figures = administrator.page.getByRole('table', { name: 'Key figures' })
  await figures.getByRole('columnheader', { name: 'Alternative B' }).waitFor()
  const certain = figures.getByRole('row').filter({ hasText: 'Certain allocations' }).first()
  expect(await certain.textContent()).toContain('50.00% ± 0.00%')
  await administrator.page.getByRole('radiogroup', { name: 'Predictability: view' }).getByText('Table').click()
  await administrator.page
    .getByRole('table', { name: 'Predictability' })
    .getByText('Sees their own site')
    .first()
    .waitFor()

  const taken = administrator.page.waitForEvent('download')
  await administrator.presses('Download figures (CSV)')
  const csv = readFileSync(await (await taken).path(), 'utf8')
  expect(csv).toMatch(/^A,"Blocked, size 2",certain allocations,one who knows block sizes too,,mean,0\.5,0,0\.5\r$/m)
  expect(csv).toMatch(/^B,"Urn \(1, 0, 1\)",certain allocations,one who knows block sizes too,,mean,0,0,0\r$/m)

  const replicates = administrator.page.waitForEvent('download')
  await administrator.presses('Download replicates (CSV)')
  const lines = readFileSync(await (await replicates).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toMatch(/^alternative,replicate,simulated,final_imbalance,/)
  expect(lines).toHaveLength(1 + 2 * 50)

  const ranks = administrator.page.getByRole('region', { name: 'Recommendation' })
  expect(await ranks.getByRole('listitem').first().textContent()).toContain('B · Urn (1, 0, 1)')
  await ranks.getByText('Blinded', { exact: true }).click()
  await administrator.isAt(/&label=blinded$/)
  const compared = administrator.page.getByRole('table', { name: 'Designs side by side' })
  await compared.getByRole('button', { name: 'Final imbalance' }).click()
  await compared.getByRole('columnheader', { name: 'Final imbalance', exact: true }).waitFor()
  expect(await compared.getByRole('row').nth(1).textContent()).toContain('A · Blocked, size 2')

  await administrator.presses('Change the design')
  await administrator.finds('button', 'Simulate 2 alternatives').waitFor()
  expect(await field(administrator, 'Simulated trials').inputValue()).toBe('50')
})

describe('an impossible simulation is reported at its field', () => {
  test('at once, and by the server', async ({ arrive }) => {
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens('/simulation')
    await field(administrator, 'Name', 1).fill('')
    await administrator.presses('Simulate')
    await administrator.sees('One thing needs to be corrected.')
    await administrator.isFocusedOn(field(administrator, 'Name', 1))

    await field(administrator, 'Name', 1).fill('Placebo')
    await field(administrator, 'Block size from').fill('3')
    await field(administrator, 'to').fill('3')
    administrator.expectsError(/status of 422/)
    await administrator.presses('Simulate')
    await administrator.isFocusedOn(field(administrator, 'to'))
    expect(await field(administrator, 'to').getAttribute('aria-invalid')).toBe('true')
    await administrator.isAt('/simulation')
  })
})

test('a trial’s own recruitment gives the shares of sites and options', async ({ arrive, portal }) => {
  const { trial_id, sites } = await aTrial(portal, { sample_size: 40 })
  const administrator = await arrive({ as: 'administrator' })
  const who = await signedInAs(portal, 'administrator')
  for (const place of [0, 0, 0, 1]) await randomise(who, trial_id, { site_id: sites[place]?.id })
  await administrator.opens(`/simulation?trial=${trial_id}`)
  await administrator.presses('Use the trial’s own recruitment')
  expect(await field(administrator, 'Shares of the sites').inputValue()).toBe('3, 1')
})

test('a simulation that takes too long is cancelled', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/simulation')
  await administrator.page.getByRole('combobox', { name: 'Randomisation method' }).selectOption('Minimisation')
  await field(administrator, 'Participants').fill('20000')
  await administrator.presses('Simulate')
  await administrator.finds('progressbar', 'Simulated trials').waitFor()
  await administrator.presses('Cancel')
  await administrator.sees('Cancelled')
  await administrator.sees('There are no results.')
})

describe('people who may simulate', () => {
  test('a nurse has no link to it, and reads who may', async ({ arrive, portal }) => {
    const { trial_id, sites } = await aTrial(portal)
    await grant(portal, { person: 'nurse', role: 'Site user', trial_id, site_id: sites[0]?.id ?? null })
    const nurse = await arrive({ as: 'nurse' })
    await nurse.opens('/')
    await nurse.seesHeading(/^Welcome,/)
    expect(await nurse.finds('link', 'Simulation').count()).toBe(0)
    await nurse.opens('/simulation')
    await nurse.sees('Only trial administrators and system administrators can simulate designs.')
  })

  test('a trial administrator has a link to it, and fills in the hidden values', async ({ arrive, portal }) => {
    const { trial_id } = await aTrial(portal)
    await grant(portal, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    const coordinator = await arrive({ as: 'coordinator' })
    await coordinator.opens('/')
    await coordinator.presses('Simulation', 'link')
    await coordinator.seesHeading('Simulation')
    await coordinator.opens(`/simulation?trial=${trial_id}`)
    await coordinator.sees('You cannot see the settings of this trial')
  })

  test('another person’s simulation is not found', async ({ arrive }) => {
    const administrator = await arrive({ as: 'administrator' })
    administrator.expectsError(/status of 404/)
    await administrator.opens('/simulation?run=4040')
    await administrator.sees('This simulation does not exist, or another person asked for it.')
  })
})
