import { api } from '#contract/api'
import * as v from 'valibot'
import { expect } from 'vitest'
import type { TestPortal } from './portal'
import { signedInAs } from './sign-in'
import type { Target } from './fault-proxy'
import type { Visitor } from './visitor'
import { RANDOMISED } from '../../src/client/safety-words'

/**
 * The answers for the wizard: the site where there is a choice, the ID where the trial uses one, an option for each
 * stratum.
 */
export type Patient = { participant_id?: string; site?: string; strata?: Record<string, string> }

/** The request that randomises. */
export const RANDOMISING: Target = { method: 'POST', path: /\/participants$/ }
/** The request for the outcome of an attempt. */
export const ASKING: Target = { method: 'POST', path: /\/participants\/outcome$/ }

export const NEEDS_CONNECTION =
  'Randomisation needs a live connection. Each allocation is made by the server at the moment you ask, and nothing about the next one is kept on this device, so nobody can foresee it.'

/**
 * Fills in the first step. The options are chosen by keys: a tap on the last one would continue before Continue is
 * pressed.
 */
export const fillsIn = async (
  who: Visitor,
  { participant_id, site, strata = {} }: Patient,
  idLabel = 'Participant ID',
) => {
  if (participant_id !== undefined) await who.page.getByLabel(idLabel).fill(participant_id)
  if (site !== undefined) {
    const sites = who.finds('combobox', 'Site')
    const isOpen = async () => (await sites.getAttribute('aria-expanded')) === 'true'
    // The heading takes the focus once the step is drawn, which closes a list that was opened just before.
    await expect.poll(async () => (await isOpen()) || sites.click().then(isOpen)).toBe(true)
    await who.finds('option', site).click()
  }
  for (const [stratum, option] of Object.entries(strata)) {
    await who.page.getByRole('radiogroup', { name: stratum }).getByRole('radio', { name: option, exact: true }).focus()
    await who.page.keyboard.press('Space')
  }
}

/** From the first step over the second to the press that randomises. */
export const confirms = async (who: Visitor, patient: Patient) => {
  await fillsIn(who, patient)
  await who.presses('Continue')
  await who.seesHeading('Check your answers')
  await who.presses('Randomise this participant')
}

/**
 * The terms on the page with their values: the answers that are read back, or the allocation. A term that occurs more
 * than once, such as the study group of each factor, has all its values.
 */
export const shownAnswers = async (who: Visitor): Promise<Record<string, string>> => {
  const rows = await who.page.locator('section dl > div').evaluateAll((elements) =>
    elements.map((row) => ({
      term: row.querySelector('dt')?.textContent ?? '',
      answer: row.querySelector('dd')?.textContent ?? '',
    })),
  )
  const answers: Record<string, string> = {}
  for (const { term, answer } of rows) answers[term] = term in answers ? `${answers[term]} + ${answer}` : answer
  return answers
}

/** Waits for the last step, and returns its terms. */
export const allocation = async (who: Visitor): Promise<Record<string, string>> => {
  await who.seesHeading(RANDOMISED)
  return shownAnswers(who)
}

/** The key of the attempt, from the address. */
export const keyOf = (who: Visitor): string | null => new URL(who.page.url()).searchParams.get('attempt')

/** The number of participants of a trial at the server. */
export const participantsIn = async (portal: TestPortal, trialId: number): Promise<number> => {
  const administrator = await signedInAs(portal, 'administrator')
  const answer = await administrator.fetch(`trials/${trialId}/participants?page_size=1`)
  return v.parse(api.listParticipants.response, await answer.json()).total
}
