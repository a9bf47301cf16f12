import { ERRORS } from '#contract/errors'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Download } from 'playwright-core'
import { describe, expect } from 'vitest'
import { aTrial, grant } from '../support/a-trial'
import { journeys } from '../support/journey'
import type { JourneyPortal } from '../support/journey-portal'
import { randomised, setTo } from '../support/save-trial'
import { signedInAs } from '../support/sign-in'
import type { Visitor } from '../support/visitor'
import { runVerifier } from '../verifier/run-verifier'

/* Anyone can check that no draw was foreseen or changed: start nonce, ledger and verifier, reveal, guessability. */

const test = journeys('people')

/** A minimised trial with this many participants, finished. */
const aFinishedTrial = async (portal: JourneyPortal, many: number): Promise<number> => {
  const administrator = await signedInAs(portal, 'administrator')
  const trial = await aTrial(portal, { randomisation_method_id: 3, is_site_stratified: true })
  await randomised(administrator, trial, many)
  await setTo(administrator, trial.trial_id, 'finished')
  return trial.trial_id
}

/** Presses, and returns the downloaded file with its content. */
const takes = async (who: Visitor, role: 'button' | 'link', name: string) => {
  const taken = who.page.waitForEvent('download')
  await who.presses(name, role)
  const download: Download = await taken
  const path = join(mkdtempSync(join(tmpdir(), 'equipoise-proof-')), download.suggestedFilename())
  await download.saveAs(path)
  return { name: download.suggestedFilename(), path, text: readFileSync(path, 'utf8') }
}

test('an invalid start nonce is refused, a valid one is entered once and shown from then on', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aTrial(portal, { status: 'planning' })
  const { page, ...administrator } = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trial_id}/proof`)
  await administrator.presses('Enter a start nonce')
  const field = page.getByRole('textbox', { name: 'Start nonce' })
  await field.fill('six of dice')
  await administrator.presses('Enter start nonce')
  await administrator.sees('Must be 16 to 128 hexadecimal digits, in pairs')

  await field.fill('0123 4567 89AB CDEF')
  await administrator.presses('Enter start nonce')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await administrator.sees('0123456789abcdef')
  expect(await administrator.finds('button', 'Enter a start nonce').isVisible()).toBe(false)
  await administrator.reloads()
  await administrator.sees('0123456789abcdef')
})

test('a seed needs a reason to be revealed, and then every allocation can be checked', async ({ arrive, portal }) => {
  const trialId = await aFinishedTrial(portal, 6)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trialId}/proof`)
  const before = await takes(administrator, 'button', 'Download ledger')
  // A record of the design, one of the names of groups and sites, and one for each allocation.
  expect(JSON.parse(before.text)).toMatchObject({ seed_hex: null, length: 8 })

  await administrator.presses('Reveal seed')
  const reveal = administrator.finds('button', `Reveal seed of trial ${trialId}`)
  expect(await reveal.isDisabled()).toBe(true)
  await administrator.page.getByRole('textbox', { name: 'Reason' }).fill('The results are published')
  await reveal.click()
  await administrator.sees('It is now in the ledger.')

  const ledger = await takes(administrator, 'button', 'Download ledger')
  const verifier = await takes(administrator, 'link', 'Download verifier')
  await administrator.sees(`node ${verifier.name} ${ledger.name}`)
  const seed: unknown = JSON.parse(ledger.text).seed_hex
  await administrator.finds('button', String(seed)).waitFor()
  const verdict = await runVerifier([ledger.path], verifier.path)
  expect(verdict).toMatchObject({ code: 0, complaint: '' })
  await administrator.reloads()
  await administrator.sees('It is in the ledger, which can be downloaded above.')
  expect(await administrator.finds('button', 'Reveal seed').isVisible()).toBe(false)
})

test('the guessability of the allocations is shown for the trial and for each site', async ({ arrive, portal }) => {
  const trialId = await aFinishedTrial(portal, 4)
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens(`/trials/${trialId}/proof`)
  const guesses = administrator.page.getByRole('region', { name: 'Guessability' })
  await guesses.getByText('Table', { exact: true }).click()
  await guesses.getByRole('cell', { name: 'Whole trial' }).waitFor()
  const rows = await guesses.getByRole('row').all()
  const cells = rows.slice(1).map(async (row) => (await row.getByRole('cell').allTextContents()).slice(0, 2))
  expect(await Promise.all(cells)).toEqual([
    ['Whole trial', '4'],
    ['Northern General', '2'],
    ['Southern General', '2'],
  ])
})

describe('people who may not see the proof', () => {
  test('a trial administrator reads that it is not for them', async ({ arrive, portal }) => {
    const { trial_id } = await aTrial(portal)
    await grant(portal, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    const coordinator = await arrive({ as: 'coordinator' })
    await coordinator.opens(`/trials/${trial_id}/proof`)
    await coordinator.seesHeading('You do not have permission to see this')
  })

  test('a blinded administrator reads that the blinding prevents it', async ({ arrive, portal }) => {
    const { trial_id } = await aTrial(portal)
    const blinded = { role: 'Trial viewer', trial_id, site_id: null, is_blinded_whole: true } as const
    await grant(portal, { person: 'administrator', ...blinded })
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens(`/trials/${trial_id}/proof`)
    await administrator.seesHeading('You do not have permission to see this')
    await administrator.sees(ERRORS.blinded.message)
  })

  test("a running trial's seed cannot be revealed", async ({ arrive, portal }) => {
    const { trial_id } = await aTrial(portal)
    const administrator = await arrive({ as: 'administrator' })
    await administrator.opens(`/trials/${trial_id}/proof`)
    await administrator.sees('The trial is Started. Its seed can be revealed only once it is Finished or Terminated.')
    await administrator.sees('None was entered.')
    expect(await administrator.finds('button', 'Reveal seed').isVisible()).toBe(false)
  })
})

test('on a phone the tabs are a menu under the name of the open one', async ({ arrive, portal }) => {
  const { trial_id } = await aTrial(portal, { packs: 1 })
  const administrator = await arrive({ as: 'administrator', viewport: { width: 360, height: 800 } })
  await administrator.opens(`/trials/${trial_id}/proof`)
  await administrator.seesHeading('Proof')
  await administrator.presses('Proof')
  await administrator.presses('Overview', 'menuitem')
  await administrator.seesHeading('Overview')
  await administrator.finds('button', 'Overview').waitFor()
})
