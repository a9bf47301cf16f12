import type { Hands } from './hands'
import { UNBLINDED_BECAUSE } from './jobs-of-a-day'
import { button, choice, DESK, field, heading, link, type Job } from './job'

/** Packs of the two groups of CEDAR, in an order that follows neither. */
const FILE = [
  'pack_id,study_group,site,duration,expire_on,confirmation_code',
  ...'011010011100101101001011'
    .split('')
    .map((group, n) =>
      [
        `J-${20_000 + ((n * 7919) % 9973)}`,
        group === '0' ? 'Fosfomycin' : 'Nitrofurantoin',
        n % 2 === 0 ? 'St Aidan’s Hospital' : 'Northgate Health Centre',
        10,
        '2099-12-31',
        100 + ((n * 173) % 900),
      ].join(','),
    ),
].join('\n')

/** A list of the browser is opened by a press, and an entry chosen by another. */
const selects = async (hands: Hands, name: string | RegExp, label: string | RegExp): Promise<void> => {
  const list = choice(hands, name)
  await hands.press(list)
  const option = list.locator('option', { hasText: label }).first()
  await list.selectOption(await option.getAttribute('value'))
  hands.count()
}

const opensPacks = async (hands: Hands): Promise<void> => {
  await hands.press(link(hands, /^CEDAR/))
  await hands.press(link(hands, 'Study Packs'))
}

/** Jobs of those who set trials up, supply them, and look into what happened. */
export const JOBS_OF_SUPPLY: readonly Job[] = [
  {
    name: 'create and start a trial',
    as: 'administrator',
    screen: DESK,
    reviewed: { presses: 21, seconds: 70 },
    do: async (hands) => {
      const ofRow = (row: string) => hands.page.getByRole('group', { name: row }).getByRole('textbox', { name: 'Name' })
      await hands.press(hands.page.getByRole('main').getByRole('link', { name: 'Trials', exact: true }))
      await hands.press(link(hands, 'Create new'))
      await hands.fill(field(hands, 'Title'), 'Aspirin in stroke')
      await hands.fill(field(hands, 'Organisation'), 'Stroke unit')
      await hands.fill(hands.page.getByLabel('Start date'), '2026-12-01')
      await hands.fill(hands.page.getByLabel('End date'), '2028-08-31')
      await hands.press(button(hands, 'Add a site'))
      await hands.fill(ofRow('Site 1'), 'Royal Infirmary')
      await hands.press(button(hands, 'Add a study group'))
      await hands.fill(ofRow('Study group 1'), 'Aspirin')
      await hands.press(button(hands, 'Add a study group'))
      await hands.fill(ofRow('Study group 2'), 'Placebo')
      await hands.press(button(hands, 'Create trial'))
      await heading(hands, 'Ready to start?').waitFor()
      await hands.press(button(hands, 'Change status'))
      await hands.press(hands.page.getByRole('radio', { name: 'Start trial' }))
      await hands.fill(field(hands, 'Reason'), 'All ready.')
      await hands.press(button(hands, 'Start trial'))
      await hands.see(hands.page.getByRole('main').getByText('Started', { exact: true }))
    },
  },
  {
    name: 'add a user to a trial',
    as: 'coordinator',
    screen: DESK,
    reviewed: { presses: 10, seconds: 20 },
    do: async (hands) => {
      await hands.press(link(hands, /^CEDAR/))
      await hands.press(link(hands, 'User Permissions'))
      await hands.press(link(hands, 'Add user to trial'))
      await hands.fill(choice(hands, 'User'), 'Grace')
      await hands.press(hands.page.getByRole('option', { name: /^Grace/ }))
      await selects(hands, 'Role', 'Trial viewer')
      await hands.press(button(hands, 'Add user to trial'))
      await hands.see(hands.page.getByText('Grace Okafor'))
    },
  },
  {
    name: 'import 24 packs',
    as: 'administrator',
    screen: DESK,
    reviewed: { presses: 7, seconds: 15 },
    do: async (hands) => {
      await opensPacks(hands)
      await hands.press(link(hands, 'Import study packs'))
      const chooser = hands.page.waitForEvent('filechooser')
      await hands.press(button(hands, 'Choose a CSV file'))
      // The press that chooses the file among those of the device.
      hands.count()
      await (await chooser).setFiles({ name: 'packs.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
      await hands.page.getByText('No problems found').waitFor()
      await hands.fill(field(hands, 'Batch'), 'CED-J')
      await hands.press(button(hands, 'Import 24 packs'))
      await hands.see(heading(hands, /^24 packs imported/))
    },
  },
  {
    name: 'print labels',
    as: 'administrator',
    screen: DESK,
    reviewed: { presses: 7, seconds: 14 },
    do: async (hands) => {
      await opensPacks(hands)
      await hands.press(button(hands, 'More ways to supply packs'))
      await hands.press(hands.page.getByRole('menuitem', { name: 'Generate study pack labels' }))
      const labels = hands.page.getByRole('region', { name: 'Print labels' })
      await hands.press(labels.getByRole('combobox', { name: 'Batch' }))
      await hands.press(hands.page.getByRole('option', { name: /^CED-A/ }))
      await hands.press(button(hands, /^Make \d+ labels/))
      await hands.see(hands.page.getByTitle('Preview of the labels'))
    },
  },
  {
    name: 'who unblinded a participant, and why',
    as: 'administrator',
    screen: DESK,
    reviewed: { presses: 4, seconds: 9 },
    do: async (hands) => {
      await hands.press(link(hands, /^Review: \d+ unblinding/))
      await hands.press(link(hands, /^Details of entry/))
      await hands.see(hands.page.getByText(UNBLINDED_BECAUSE))
    },
  },
]
