import { RANDOMISED } from '../../src/client/safety-words'
import type { Hands } from './hands'
import { button, DESK, field, heading, link, PHONE, TABLET, type Job } from './job'

/** The three digits that the benchmark gives to every label of the sample. */
export const BENCH_CODE = '042'

/** The comment of the job that unblinds, by which a later one finds it. */
export const UNBLINDED_BECAUSE = 'Severe bleeding, group needed for surgery'

const randomisesIn = async (hands: Hands, participantId: string): Promise<void> => {
  await hands.press(link(hands, /^Randomise in CEDAR/))
  await hands.fill(field(hands, 'Screening number'), participantId)
  await hands.press(hands.page.getByRole('radio', { name: 'First or isolated' }))
  await hands.press(button(hands, 'Randomise this participant'))
  await hands.see(heading(hands, RANDOMISED))
  await hands.see(hands.page.getByText('Study pack to collect'))
}

/** Jobs of wards, and of those who follow a trial. */
export const JOBS_OF_A_DAY: readonly Job[] = [
  {
    name: 'randomise, CEDAR',
    as: 'nurse',
    screen: TABLET,
    reviewed: { presses: 7, seconds: 16.5 },
    do: (hands) => randomisesIn(hands, 'STA-901'),
  },
  {
    name: 'randomise, CEDAR, phone',
    as: 'nurse',
    screen: PHONE,
    reviewed: { presses: 7, seconds: 18 },
    do: (hands) => randomisesIn(hands, 'STA-902'),
  },
  {
    name: 'randomise, stroke (5 strata)',
    as: 'nurse',
    screen: TABLET,
    reviewed: { presses: 12, seconds: 24 },
    do: async (hands) => {
      await hands.press(link(hands, /^Randomise in The International Stroke/))
      await heading(hands, 'Participant details').waitFor()
      const sites = hands.page.getByRole('combobox', { name: 'Site' })
      if ((await sites.count()) > 0 && (await sites.inputValue()) === '') {
        await hands.press(sites)
        await hands.press(hands.page.getByRole('option'))
      }
      const groups = hands.page.getByRole('radiogroup')
      const strata = await groups.count()
      for (let place = 0; place < strata; place += 1) await hands.press(groups.nth(place).getByRole('radio'))
      await hands.press(button(hands, 'Randomise this participant'))
      await hands.see(heading(hands, RANDOMISED))
    },
  },
  {
    name: 'find a participant',
    as: 'nurse',
    screen: TABLET,
    reviewed: { presses: 3, seconds: 8 },
    do: async (hands) => {
      await hands.press(link(hands, /^Find participant in CEDAR/))
      await hands.fill(hands.page.getByRole('searchbox').or(hands.page.locator('#search')), '020')
      await hands.see(link(hands, /^Participant /))
    },
  },
  {
    name: 'flag a participant',
    as: 'nurse',
    screen: TABLET,
    reviewed: { presses: 7, seconds: 20 },
    do: async (hands) => {
      await hands.press(link(hands, /^Find participant in CEDAR/))
      await hands.press(button(hands, /^Flag: participant/))
      await hands.fill(field(hands, /Comment/), 'Withdrew consent.')
      await hands.press(button(hands, /^Flag participant/))
      await hands.see(button(hands, /^Unflag: participant/))
    },
  },
  {
    name: 'dispense a pack',
    as: 'pharmacist',
    screen: TABLET,
    reviewed: { presses: 6, seconds: 15 },
    do: async (hands) => {
      await hands.press(link(hands, /^Dispense pack/))
      const digits = field(hands, /Three digits/)
      await heading(hands, /^Pack /).waitFor()
      if ((await digits.count()) > 0) await hands.fill(digits, BENCH_CODE)
      await hands.press(button(hands, /^Dispense pack/))
      await hands.see(hands.page.getByText(/is dispensed/))
    },
  },
  {
    name: 'unblind a participant',
    as: 'unblinder',
    screen: TABLET,
    reviewed: { presses: 7, seconds: 26 },
    do: async (hands) => {
      await hands.press(link(hands, /^Find participant in The International Stroke/))
      await hands.press(button(hands, /^Actions: participant/))
      await hands.press(hands.page.getByRole('menuitem', { name: 'Unblind' }))
      await hands.fill(field(hands, /Comment/), UNBLINDED_BECAUSE)
      await hands.press(button(hands, /^Unblind participant/))
      await hands.see(button(hands, 'Hide the study group'))
    },
  },
  {
    name: 'pause a trial',
    as: 'administrator',
    screen: DESK,
    reviewed: { presses: 5, seconds: 14 },
    do: async (hands) => {
      await hands.press(link(hands, /^CEDAR/))
      await hands.press(button(hands, 'Change status'))
      await hands.press(hands.page.getByRole('radio', { name: 'Pause trial' }))
      await hands.fill(field(hands, /Reason/), 'Stock check.')
      await hands.press(button(hands, 'Pause trial'))
      await hands.see(hands.page.getByText('Paused', { exact: true }))
    },
  },
  {
    name: 'read how a trial recruits',
    as: 'coordinator',
    screen: DESK,
    reviewed: { presses: 1, seconds: 2 },
    do: (hands) => hands.see(hands.page.getByText(/of 240/)),
  },
  {
    name: 'message everybody',
    as: 'administrator',
    screen: DESK,
    reviewed: { presses: 6, seconds: 31 },
    do: async (hands) => {
      await hands.press(link(hands, 'Users'))
      await hands.press(link(hands, /broadcast/i))
      await hands.fill(field(hands, 'Subject'), 'Maintenance on Sunday')
      await hands.fill(field(hands, 'Body'), 'The service is closed from 08:00 to 09:00 on Sunday.')
      await hands.see(button(hands, /^Send/))
    },
  },
]
