import { NO_PERMISSION } from '#domain/people/permissions'
import { checkTrialUsers } from '#domain/people/trial-user-import'
import { expect, test } from 'vitest'
import { readCsv } from '../../../../../src/client/ui/csv/read-csv'
import {
  inFile,
  notesIn,
  problemsIn,
  TRIAL_USER_FILE,
  trialUserTemplate,
} from '../../../../../src/client/subjects/people/of-trial/import/trial-user-rows'

const PLACE = {
  trial_id: 10,
  trial: { is_blinded_users: false, is_blinded_investigators: false, sites: [{ id: 101, is_deleted: false }] },
  granter: {
    user_id: 1,
    permission: { ...NO_PERMISSION, role: { level: 4, title: '', context: 'system' as const } },
    visibility: 'names' as const,
  },
}
const HEAD = 'user_id,role_level,site_id,blinding_level,delegated_unblind,delegated_study_packs'

const read = (text: string) => {
  const rows = readCsv(new TextEncoder().encode(text), TRIAL_USER_FILE)
  return rows.ok ? rows.value.map(({ cells }) => cells) : rows.refusal.map(({ message }) => message)
}
const checked = (...lines: string[]) => {
  const rows = readCsv(new TextEncoder().encode([HEAD, ...lines].join('\n')), TRIAL_USER_FILE)
  if (!rows.ok) throw new Error('the file could not be read')
  return checkTrialUsers(
    rows.value.map(({ cells }) => cells),
    PLACE,
  )
}

test('the template is a file of every column, without a row', () => {
  expect(trialUserTemplate()).toBe(`${HEAD}\r\n`)
  expect(read(trialUserTemplate())).toEqual([])
})

test('a file without one of the columns is refused', () => {
  expect(read(`${HEAD.replace('blinding_level,', '')}\n7,2,101,,\n`)).toEqual([
    'The column “blinding_level” is missing',
  ])
})

test('every problem names its row and the column of the file', () => {
  const rows = checked('7,2,101,,,', ',9,101,,,', '7,2,101,,,', '7,1,101,full,,', '1,1,,,,')
  const people = [1, 7].map((id) => ({ id }))
  expect(problemsIn(rows, people, []).map(({ row, column }) => `${row} ${column}`)).toEqual([
    '2 user_id',
    '2 role_level',
    '3 role_level',
    '4 blinding_level',
    '5 user_id',
  ])
})

test('so does every value that was read otherwise than written', () => {
  expect(notesIn(checked('7,2,101,,,', '8,2,101,hidden,,'))).toEqual([
    { row: 2, column: 'blinding_level', message: 'Unknown value, treated as unblinded' },
  ])
})

test.each([
  ['role_id', 'role_level'],
  ['is_blinded_whole', 'blinding_level'],
  ['is_blinded_partial', 'blinding_level'],
  ['is_unblind_authorized', 'delegated_unblind'],
  ['has_study_packs_access', 'delegated_study_packs'],
  ['user_id', 'user_id'],
  ['site_id', 'site_id'],
  ['trial_id', 'trial_id'],
])("the server's fault of %s is shown at %s", (sent, column) => {
  expect(inFile({ row: 2, column: sent, message: 'No' })).toEqual({ row: 2, column, message: 'No' })
})
