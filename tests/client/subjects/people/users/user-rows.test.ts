import { expect, test } from 'vitest'
import { readCsv } from '../../../../../src/client/ui/csv/read-csv'
import { USER_FILE, userFaults, userTemplate } from '../../../../../src/client/subjects/people/users/import/user-rows'

const ZONES = new Set(['Etc/UTC', 'Europe/London'])
const read = (text: string) => {
  const rows = readCsv(new TextEncoder().encode(text), USER_FILE)
  return rows.ok ? rows.value.map(({ cells }) => cells) : rows.refusal.map(({ message }) => message)
}

test('a file of users has a name, an address and, optionally, a zone', () => {
  expect(read('email;name\n ada@example.org ;Ada Obi\n')).toEqual([
    { name: 'Ada Obi', email: 'ada@example.org', selected_timezone: null },
  ])
  expect(read('name,email,timezone\nAda,ada@example.org,Etc/UTC\n')).toEqual([
    { name: 'Ada', email: 'ada@example.org', selected_timezone: 'Etc/UTC' },
  ])
  expect(read('name,timezone\nAda,\n')).toEqual(['The column “email” is missing'])
})

test('the template is such a file, without a row', () => {
  expect(userTemplate()).toBe('name,email,timezone\r\n')
  expect(read(userTemplate())).toEqual([])
})

test('every fault names its row and column, those within the file too', () => {
  const users = [
    { name: 'Ada', email: 'ada@example.org', selected_timezone: 'Europe/London' },
    { name: '', email: 'nowhere', selected_timezone: 'Mars/Base' },
    { name: 'Ada again', email: 'ADA@example.org', selected_timezone: null },
  ]
  expect(userFaults(users, ZONES)).toEqual([
    { row: 2, column: 'name', message: 'This field is required' },
    { row: 2, column: 'email', message: 'Must be an email address' },
    { row: 2, column: 'selected_timezone', message: 'This time zone is not supported' },
    { row: 3, column: 'email', message: 'Same email address as row 1' },
  ])
})
