// @vitest-environment happy-dom
import { api } from '#contract/api'
import { ERRORS, invalidRows } from '#contract/errors'
import type { RowFault } from '#contract/problem'
import { TIME_ZONE_UNSUPPORTED } from '#domain/time/time-zone'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownPermission } from '../a-shown-record'
import { aShownTrial } from '../a-shown-trial'
import { write } from '../by-hand'
import {
  answers,
  AS_ADMINISTRATOR,
  delayed,
  inTurn,
  listOf,
  loses,
  openApp,
  pagesOf,
  refuses,
  type Reply,
} from '../open-app'
import { returnToWindow } from '../return-to-window'
import { shownTable, wordsOf } from '../shown-table'
import { runWorkerInPage } from '../worker-in-page'

/* Lists from files: faults by row and field, the preview, the request, and refusals that lose nothing. */

const SYSTEM = 1
const OPEN = aShownTrial()
const PACKED = aShownTrial({
  is_managing_packs: true,
  study_groups: [
    { id: 51, name: 'Aspirin', is_blinded: false },
    { id: 52, name: 'Avoid aspirin', is_blinded: false },
  ],
})

const PEOPLE = [
  { id: 4, name: 'Grace Okafor', email: 'grace@example.org', is_active: true, is_expired: false },
  { id: 9, name: 'Keel', email: 'keel@example.org', is_active: true, is_expired: false },
  { id: 10, name: 'Ada', email: 'ada@example.org', is_active: false, is_expired: true },
]

type Import = {
  at: string
  around: Reply[]
  header: string
  /** Valid rows, and their preview. */
  good: string[]
  table: string
  previewed: string[]
  /** Invalid rows, and the reasons shown for them. */
  faulty: string[]
  faults: string[]
  /** Fills in the other fields. */
  fill?: () => Promise<unknown>
  filled?: string[]
  button: string
  does: Reply
  sends: { call: string; body: unknown }
  done: string
  /** The server's fault in the second row, and its words on the page. */
  refused: RowFault
  said: string
}

const IMPORTS: Record<string, Import> = {
  users: {
    at: '/users/new/multiple',
    around: [AS_ADMINISTRATOR, answers(api.listUsers, listOf()), answers(api.previewUsers, { rows: [] })],
    header: 'name,email,timezone',
    good: ['Keel,keel@example.org,Europe/London', 'Ada,ada@example.org,'],
    table: 'Users in the file',
    previewed: [
      'Row | Name | Email address | Time zone',
      '1 | Keel | keel@example.org | Europe/London',
      '2 | Ada | ada@example.org | <No time zone set>',
    ],
    faulty: ['Keel,keel@example.org,Mars', 'Ada,nowhere,', ',KEEL@example.org,'],
    faults: [
      `Row 1, Time zone: ${TIME_ZONE_UNSUPPORTED}`,
      'Row 2, Email address: Must be an email address',
      'Row 3, Name: This field is required',
      'Row 3, Email address: Same email address as row 1',
    ],
    button: 'Create users',
    does: answers(api.createUsers, {
      data: [
        { id: 9, name: 'Keel' },
        { id: 10, name: 'Ada' },
      ],
    }),
    sends: {
      call: 'POST users',
      body: [
        { name: 'Keel', email: 'keel@example.org', selected_timezone: 'Europe/London' },
        { name: 'Ada', email: 'ada@example.org', selected_timezone: null },
      ],
    },
    done: '2 users created successfully',
    refused: { row: 2, column: 'email', message: 'Another user has this address' },
    said: 'Row 2, Email address: Another user has this address',
  },
  'users of a trial': {
    at: '/trials/1/users/new/multiple',
    around: [
      ...pagesOf(OPEN, SYSTEM),
      answers(api.listTrialUsers, listOf()),
      answers(api.previewTrialUsers, { data: PEOPLE, rows: [] }),
    ],
    header: 'user_id,role_level,site_id,blinding_level,delegated_unblind,delegated_study_packs',
    good: ['9,2,11,full,true,true', '10,1,,,,'],
    table: 'Permissions in the file',
    previewed: [
      'Row | User ID | Name | Email address | Role | Site | Blinding level | Delegated unblind | Delegated packs',
      '1 | 9 | Keel | keel@example.org | Site user | Queens | Full | Yes | Yes',
      '2 | 10 | Ada (inactive) | ada@example.org | Trial viewer | All sites | Unblinded | No | No',
    ],
    faulty: ['x,2,11,,,', '9,7,,,,', '9,2,99,,,', '4,2,,,,', '8,7,,,,'],
    faults: [
      'Row 1, user_id: Must be a user ID',
      'Row 2, role_level: No trial or site role has this level',
      'Row 3, site_id: This site is not part of the trial',
      `Row 4, user_id: ${ERRORS.own_permission.message}`,
      'Row 5, role_level: No trial or site role has this level',
      'Row 5, user_id: This user does not exist',
    ],
    button: 'Add users',
    does: answers(api.grantManyPermissions, {
      data: [aShownPermission(), aShownPermission({ id: 2, user_id: 10, role_id: 4 })],
    }),
    sends: {
      call: 'POST users/permissions',
      body: [
        {
          user_id: 9,
          role_id: 5,
          trial_id: 1,
          site_id: 11,
          is_blinded_partial: false,
          is_blinded_whole: true,
          is_unblind_authorized: true,
          has_study_packs_access: true,
        },
        {
          user_id: 10,
          role_id: 4,
          trial_id: 1,
          site_id: null,
          is_blinded_partial: false,
          is_blinded_whole: false,
          is_unblind_authorized: false,
          has_study_packs_access: false,
        },
      ],
    },
    done: '2 users added to trial successfully',
    refused: { row: 2, column: 'role_id', message: ERRORS.permission_exists.message },
    said: `Row 2, role_level: ${ERRORS.permission_exists.message}`,
  },
  'study packs': {
    at: '/trials/1/study-packs/import',
    around: [...pagesOf(PACKED, SYSTEM), answers(api.listStudyPacks, { data: [] })],
    header: 'pack_id,study_group,site,duration,expire_on,confirmation_code',
    good: ['K-1,Aspirin,Queens,28,2027-03-31,407', 'K-2,Avoid aspirin,Queens,28,2027-03-31,112'],
    table: 'Packs of the list',
    previewed: [
      'Row | pack_id | study_group | site | duration | expire_on | confirmation_code',
      '1 | K-1 | Aspirin | Queens | 28 | 2027-03-31 | 407',
      '2 | K-2 | Avoid aspirin | Queens | 28 | 2027-03-31 | 112',
    ],
    faulty: ['K-1,Heparin,Queens,28,2026-11-20,40', ',Aspirin,Mars,x,2027-03-31,'],
    faults: [
      '1 | K-1 | Heparin The trial has no study group “Heparin” | Queens | 28 | 2026-11-20 Date is in the past | 40 Must be three digits, for example 007',
      '2 | A pack ID is required | Aspirin | Mars The trial has no site “Mars” | x Must be whole days, from 0 to 36500 | 2027-03-31 | ',
    ],
    fill: () => write(/Batch/, 'B7'),
    filled: ['B7'],
    button: 'Import 2 packs',
    does: answers(api.importStudyPacks, { data: { created: 2 } }),
    sends: {
      call: 'POST trials/1/study-packs/import',
      body: {
        batch_id: 'B7',
        study_packs: [
          {
            pack_id: 'K-1',
            study_group: 'Aspirin',
            site: 'Queens',
            duration: '28',
            expire_on: '2027-03-31',
            confirmation_code: '407',
          },
          {
            pack_id: 'K-2',
            study_group: 'Avoid aspirin',
            site: 'Queens',
            duration: '28',
            expire_on: '2027-03-31',
            confirmation_code: '112',
          },
        ],
      },
    },
    done: '2 packs imported into batch B7',
    refused: { row: 2, column: 'pack_id', message: 'A pack in this trial already has this ID' },
    said: '2 | K-2 A pack in this trial already has this ID | Avoid aspirin | Queens | 28 | 2027-03-31 | 112',
  },
}

const CHOOSE_FILE = /^(Select import file|Choose a CSV file)$/

/** Opens the page of an import and chooses a file there. */
const chosen = async ({ at, around, header }: Import, rows: string[], ...replies: Reply[]) => {
  const { sent } = openApp(at, [...replies, ...around])
  runWorkerInPage(() => import('../../../src/client/subjects/study-packs/import/import-worker'))
  await screen.findByRole('heading', { level: 1 })
  const input = await waitFor(() => {
    const input = document.querySelector('input[type="file"]')
    if (input === null) throw new Error('no file can be chosen yet')
    return input
  })
  screen.getByRole('button', { name: CHOOSE_FILE }).focus()
  fireEvent.change(input, { target: { files: [new File([[header, ...rows].join('\n')], 'list.csv')] } })
  return sent
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

/** Every fault of a row: listed, or in the row's cells. */
const saidOfRows = () =>
  [...document.querySelectorAll('[role="alert"] li, tr[data-faulty]')].map((line) =>
    line.tagName === 'TR' ? [...line.children].map(wordsOf).join(' | ') : wordsOf(line),
  )
/** The messages about a lost connection. */
const LOST = /network error has occurred|Network error \(|We do not know yet whether the packs were imported/g
const timesSaid = (words: string) => wordsOf(document.body).split(words).length - 1

describe.each(Object.entries(IMPORTS))('a file of %s', (_, shown) => {
  const { good, faulty, faults, table, previewed, fill, filled = [], does, sends, done, refused, said } = shown

  test('that cannot be read is refused, with the reason', async () => {
    await chosen({ ...shown, header: 'something,else' }, ['1,2'])
    const alert = await screen.findByRole('alert')
    expect(document.activeElement).not.toBe(document.body)
    expect(wordsOf(alert)).toMatch(/^list\.csv (was not read|cannot be read as a list of packs) /)
    expect(wordsOf(alert)).toContain(`The column “${shown.header.split(',')[0]}” is missing`)
  })

  test('with errors names row and field of each, and cannot be sent', async () => {
    const sent = await chosen(shown, faulty)
    await waitFor(() => expect(saidOfRows()).toEqual(faults))
    expect((await button(shown.button.replace('2', `${faulty.length}`))).disabled).toBe(true)
    expect(sent).toEqual([])
  })

  test('gives the focus to what was read, and to the choice of a file when it is cleared', async () => {
    await chosen(shown, good)
    await shownTable(table)
    await waitFor(() =>
      expect(wordsOf(document.activeElement ?? document.body)).toMatch(/^2 (users|permissions|packs) in list\.csv$/),
    )
    fireEvent.click(await button('Clear import file'))
    expect(wordsOf(document.activeElement ?? document.body)).toMatch(CHOOSE_FILE)
  })

  test('is shown as it was read, and sent once', async () => {
    const reply = delayed(does)
    const sent = await chosen(shown, good, reply)
    expect(await shownTable(table)).toEqual(previewed)
    expect(sent).toEqual([])
    await fill?.()
    const send = await button(shown.button)
    fireEvent.click(send)
    await waitFor(() => expect(send.disabled).toBe(true))
    fireEvent.click(send)
    reply.letGo()
    expect(await screen.findAllByText(done, { ignore: '[aria-live] *' })).toHaveLength(1)
    expect(sent).toEqual([{ ...sends, key: expect.any(String) }])
  })

  test('that is refused shows that in place once by row and field, and is still there', async () => {
    await chosen(shown, good, refuses(does.endpoint, invalidRows([refused])))
    await shownTable(table)
    await fill?.()
    fireEvent.click(await button(shown.button))
    await waitFor(() => expect(saidOfRows()).toEqual([said]))
    expect(timesSaid(refused.message)).toBe(1)
    expect(screen.getAllByRole('row')).toHaveLength(previewed.length)
    const written = [...document.querySelectorAll<HTMLInputElement>('#main form input')].map(({ value }) => value)
    expect(written).toEqual(filled)
  })

  test('reports a lost connection once, and is sent again under the same key', async () => {
    const sent = await chosen(shown, good, inTurn(loses(does.endpoint), does))
    await shownTable(table)
    await fill?.()
    fireEvent.click(await button(shown.button))
    await waitFor(() => expect(wordsOf(document.body).match(LOST)).toHaveLength(1))
    const again = await screen.findByRole('button', { name: new RegExp(`Send the list again|${shown.button}`) })
    fireEvent.click(again)
    await waitFor(() => expect(sent).toEqual([sent[0], sent[0]]))
  })
})

test('each problem that the list of packs scrolls to is read out', async () => {
  const shown = IMPORTS['study packs']
  if (shown === undefined) throw new Error('the table has no such import')
  await chosen(shown, ['K-1,Aspirin,Queens,28,2027-03-31,407', 'K-2,Heparin,Mars,28,2027-03-31,112'])
  const next = await button('Go to the next problem')
  const said = 'Row 2: study_group: The trial has no study group “Heparin”; site: The trial has no site “Mars”'
  const region = () => [...document.querySelectorAll('[aria-live]')].map(wordsOf)
  expect(region()).not.toContain(said)
  fireEvent.click(next)
  expect(region()).toContain(said)
})

const LOST_TO_PREVIEW = {
  users: answers(api.previewUsers, {
    rows: [{ row: 1, column: 'email', message: 'This email address is already in use' }],
  }),
  'users of a trial': answers(api.previewTrialUsers, {
    data: PEOPLE,
    rows: [{ row: 1, column: 'role_id', message: ERRORS.permission_exists.message }],
  }),
}

test.each(Object.entries(LOST_TO_PREVIEW))(
  'a file of %s whose answer was lost stays as it was checked, though it was saved',
  async (name, taken) => {
    const shown = IMPORTS[name]
    if (shown === undefined) throw new Error('the table has no such import')
    const free = shown.around.find(({ endpoint }) => endpoint === taken.endpoint)
    if (free === undefined) throw new Error('the import has no preview')
    let previews = 0
    const preview = inTurn(free, taken)
    const counted = {
      ...preview,
      respond: () => {
        previews += 1
        return preview.respond()
      },
    }
    const sent = await chosen(shown, shown.good, counted, inTurn(loses(shown.does.endpoint), shown.does))
    await shownTable(shown.table)
    fireEvent.click(await button(shown.button))
    await waitFor(() => expect(wordsOf(document.body).match(LOST)).toHaveLength(1))
    await returnToWindow()
    expect(saidOfRows()).toEqual([])
    expect(timesSaid('Nothing was saved')).toBe(0)
    fireEvent.click(await button(shown.button))
    await waitFor(() => expect(sent).toEqual([sent[0], sent[0]]))
    expect(previews).toBe(1)
  },
)

test('a file of users of a trial cannot be sent before its people are named', async () => {
  const shown = IMPORTS['users of a trial']
  if (shown === undefined) throw new Error('the table has no such import')
  const names = delayed(answers(api.previewTrialUsers, { data: PEOPLE, rows: [] }))
  await chosen(shown, shown.good, names)
  expect(screen.queryByRole('button', { name: shown.button })).toBeNull()
  names.letGo()
  expect(await shownTable(shown.table)).toEqual(shown.previewed)
  expect((await button(shown.button)).disabled).toBe(false)
})

test("the server's faults of users of a trial are shown with those of the file, before anything is sent", async () => {
  const shown = IMPORTS['users of a trial']
  if (shown === undefined) throw new Error('the table has no such import')
  const rows = [{ row: 1, column: 'role_id', message: ERRORS.permission_exists.message }]
  await chosen(shown, ['9,1,,,,', 'x,1,,,,'], answers(api.previewTrialUsers, { data: PEOPLE, rows }))
  await waitFor(() =>
    expect(saidOfRows()).toEqual([
      `Row 1, role_level: ${ERRORS.permission_exists.message}`,
      'Row 2, user_id: Must be a user ID',
    ]),
  )
  expect((await button(shown.button)).disabled).toBe(true)
})

test('an address that another user has is shown with the faults of the file, before anything is sent', async () => {
  const { users } = IMPORTS
  if (users === undefined) throw new Error('the table has no such import')
  const rows = [{ row: 2, column: 'email', message: 'This email address is already in use' }]
  const sent = await chosen(
    users,
    ['Keel,keel@example.org,Mars', 'Ada,ada@example.org,'],
    answers(api.previewUsers, { rows }),
  )
  await waitFor(() =>
    expect(saidOfRows()).toEqual([
      `Row 1, Time zone: ${TIME_ZONE_UNSUPPORTED}`,
      'Row 2, Email address: This email address is already in use',
    ]),
  )
  expect((await button(users.button)).disabled).toBe(true)
  expect(sent).toEqual([])
})
