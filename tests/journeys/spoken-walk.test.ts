import { join } from 'node:path'
import { expect } from 'vitest'
import { dispenseTitle } from '../../src/client/safety-words'
import { CODE, dispensingTrial, servedAt, typesCode } from '../support/dispensing'
import { journeys } from '../support/journey'
import { spokenFocus, spokenMain } from '../support/spoken'
import type { Visitor } from '../support/visitor'

/*
 * Randomising and dispensing as a screen reader speaks them, by the browser's accessibility tree.
 * `src/specification/spoken-walk.md` has the text. If a screen differs, this fails until the page is written again with
 * `--update`.
 */

const test = journeys('people')
const PAGE = join(import.meta.dirname, '../../src/specification/spoken-walk.md')

const INTRODUCTION = `# Randomising and dispensing, as a screen reader speaks them

Read from the browser's accessibility tree by \`tests/journeys/spoken-walk.test.ts\`, which compares this page with the screens. Each step says
first where the focus lands, then what is read on from the steps or the heading of the page. IDs of packs, times and days are left open.
`

type Step = { title: string; focus: string; lines: string[] }

const spokenStep = async (who: Visitor, title: string): Promise<Step> => ({
  title,
  focus: await spokenFocus(who),
  lines: belowTheBar(await spokenMain(who)),
})

/** Without the bar of the trial. It is the same on each page and reports the saving for offline use meanwhile. */
const belowTheBar = (lines: readonly string[]): string[] =>
  lines.slice(lines.findIndex((line) => line === 'Steps, list' || line.endsWith(', heading level 1')))

const written = (step: Step): string =>
  `\n## ${step.title}\n\n\`\`\`text\nFocus: ${step.focus}\n\n${step.lines.join('\n')}\n\`\`\`\n`

/** Leaves out the values that differ each time. */
const leftOpen = (text: string): string =>
  text
    .replaceAll(/A-\d{5}/g, '(pack ID)')
    .replaceAll(/Zanamivir|Oseltamivir/g, '(study group)')
    .replaceAll(/\d{1,2} \w{3,4} \d{4}, \d{2}:\d{2}/g, '(day and time)')
    .replaceAll(/saved \d{2}:\d{2}/g, 'saved (time)')

const randomises = async (who: Visitor, trialId: number): Promise<Step[]> => {
  const { page } = who
  await who.opens(`/trials/${trialId}/participants/new`)
  await who.isFocusedOn(page.getByLabel('Participant ID'))
  const input = await spokenStep(who, 'Randomise: participant details')
  await who.presses('Continue')
  await who.sees('Sex is required')
  const faults = await spokenStep(who, 'Randomise: something is missing')
  await page.getByLabel('Participant ID').fill('STA-028')
  await page.getByRole('radio', { name: 'Female', exact: true }).focus()
  await page.keyboard.press('Space')
  await who.presses('Continue')
  await who.seesHeading('Check your answers')
  await who.isFocusedOn(who.finds('heading', 'Check your answers'))
  await expect.poll(() => who.finds('button', 'Randomise this participant').isEnabled()).toBe(true)
  const confirm = await spokenStep(who, 'Randomise: check your answers')
  await who.presses('Randomise this participant')
  await who.seesHeading('Participant randomised')
  await who.sees('B7')
  await who.isFocusedOn(who.finds('heading', 'Participant randomised'))
  return [input, faults, confirm, await spokenStep(who, 'Randomise: finish')]
}

const dispensesTwo = async (
  who: Visitor,
  trialId: number,
  [first, second]: readonly [string, string],
): Promise<Step[]> => {
  const digits = who.page.getByLabel('Three digits on the label')
  await who.opens('/')
  await who.presses(`Dispense pack ${first}`, 'link')
  await who.isFocusedOn(digits)
  const form = await spokenStep(who, 'Dispense: the pack out of the queue')
  await who.presses(`Dispense pack ${first}`)
  await who.sees('Type the three digits from the label')
  const missing = await spokenStep(who, 'Dispense: the digits are missing')
  await typesCode(who, CODE)
  await who.presses(`Dispense pack ${first}`)
  await who.seesHeading(`Pack ${second}`)
  await who.isFocusedOn(digits)
  await who.finds('button', `Dispense pack ${second}`).and(who.page.locator(':enabled')).waitFor()
  await who.sees(dispenseTitle('recorded', first))
  const next = await spokenStep(who, 'Dispense: the next pack has opened by itself')
  await typesCode(who, CODE)
  await who.presses(`Dispense pack ${second}`)
  await who.seesHeading(dispenseTitle('recorded', second))
  await who.sees('The server has recorded it.')
  const done = await spokenStep(who, 'Dispense: the last pack is dispensed')
  await who.opens(`/trials/${trialId}/study-packs/dispense?pack=${first}`)
  await who.finds('heading', /has been dispensed already/).waitFor()
  await who.isFocusedOn(who.finds('heading', /has been dispensed already/))
  return [form, missing, next, done, await spokenStep(who, 'Dispense: a pack that must not be dispensed')]
}

test('a screen reader says the written words while randomising and dispensing', async ({ arrive, portal }) => {
  const trial = await dispensingTrial(portal, {
    title: 'Cedar',
    is_participant_id_used: true,
    is_site_managing_packs: true,
    is_stratified: true,
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
  })
  const pharmacist = await arrive({ as: 'pharmacist', viewport: { width: 768, height: 1024 } })
  const randomised = await randomises(pharmacist, trial.trial_id)
  const [first = ''] = (await pharmacist.finds('link', /^Dispense pack/).allInnerTexts()).map((words) =>
    words.replace('Dispense pack', '').trim(),
  )
  const { pack } = await servedAt(trial)
  const dispensed = await dispensesTwo(pharmacist, trial.trial_id, [first, pack.pack_id])
  const text = [INTRODUCTION, ...[...randomised, ...dispensed].map(written)].join('')
  await expect(leftOpen(text)).toMatchFileSnapshot(PAGE)
})
