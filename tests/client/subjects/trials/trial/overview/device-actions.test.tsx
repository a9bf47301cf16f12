// @vitest-environment happy-dom
import { api } from '#contract/api'
import { MOST_LISTED, type DeviceAction } from '#contract/device-actions'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownTrial } from '../../../../a-shown-trial'
import { answers, openApp, pagesOf, refuses, type Reply } from '../../../../open-app'
import { wordsOf } from '../../../../shown-table'

/* Reports of devices, on the overview of people who learn of incidents. */

const COORDINATOR = 2
const NURSE = 5
const TITLE = 'Actions that did not reach the server'

const anAction = (changes: Partial<DeviceAction>): DeviceAction => ({
  id: 1,
  device_id: '0d4fb0b5-5a4b-4c39-9e7e-1f6f0f0a1c11',
  user: { id: 3, name: 'Amara Hughes' },
  kind: 'flag',
  state: 'refused',
  participant: { id: 12, trial_sequence_no: 3, participant_id: null },
  study_packs: [],
  performed_at: '2026-11-21T09:59:00.000Z',
  reported_at: '2026-11-21T10:00:00.000Z',
  refusal: { code: 'trial_not_started', message: 'The trial has not started' },
  ...changes,
})

const open = (role: number, data: DeviceAction[]) => openWith(role, answers(api.listDeviceActions, { data }))

const openWith = (role: number, list: Reply) =>
  openApp('/trials/1', [
    list,
    ...pagesOf(aShownTrial(), role),
    answers(api.listStudyPacks, { data: [] }),
    answers(api.getTrialStatistics, {
      statistics: {
        study_groups: [],
        sites: [{ id: 11, title: 'Queens', count: 4 }],
        trial_strata: [],
        study_packs: [],
        site_courses: [],
        recruitment: [],
        flagged_left_out: 0,
      },
    }),
  ])

const PACKS = { kind: 'dispense', participant: null, refusal: null } as const

test.each<[string, Partial<DeviceAction>, string[]]>([
  [
    'a refused flag',
    {},
    [
      'Flag participant 3',
      'Refused by the server: The trial has not started',
      'Ask Amara Hughes to correct or discard it',
    ],
  ],
  ['a flag that waits', { state: 'unsent', refusal: null }, ['Not sent yet', 'to sign in on the device and send it']],
  [
    'a lost dispense',
    { ...PACKS, state: 'lost', performed_at: null, study_packs: [{ id: 5, pack_id: 'A-104' }] },
    ['Dispense pack A-104', 'Missing on the device', 'Unknown', 'whether the packs were dispensed'],
  ],
  [
    'a discarded dispense whose packs the reader must not learn',
    { ...PACKS, state: 'discarded', study_packs: null },
    ['Dispense study packs', 'Discarded by the person'],
  ],
])('shows %s: person, place, action, and next step', async (_case, changes, words) => {
  open(COORDINATOR, [anAction(changes)])
  const row = within(await screen.findByRole('table', { name: TITLE })).getAllByRole('row')[1] ?? document.body
  for (const said of ['Amara Hughes', '0d4fb0b5', ...words]) expect(wordsOf(row)).toContain(said)
})

test('shows nothing where nothing was reported', async () => {
  open(COORDINATOR, [])
  await screen.findByRole('heading', { name: 'By site' })
  expect(screen.queryByText(TITLE)).toBeNull()
})

test('says that it could not be loaded, since an empty place would mean that nothing was reported', async () => {
  openWith(COORDINATOR, refuses(api.listDeviceActions, { code: 'internal_error' }))
  const section = within(await screen.findByRole('region', { name: TITLE }))
  expect(await section.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test.each([
  [MOST_LISTED, `Only the newest ${MOST_LISTED} are listed`],
  [MOST_LISTED - 1, null],
])('of %i actions it says whether there may be more', async (count, words) => {
  open(
    COORDINATOR,
    Array.from({ length: count }, (_, index) => anAction({ id: index + 1 })),
  )
  await screen.findByRole('table', { name: TITLE })
  expect(screen.queryByText(/Only the newest/)?.textContent?.includes(words ?? '') ?? null).toBe(words && true)
})

test('is not requested for people who are not told about incidents', async () => {
  open(NURSE, [anAction({})])
  await screen.findByRole('heading', { name: 'By site' })
  expect(screen.queryByText(TITLE)).toBeNull()
})
