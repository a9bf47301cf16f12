import { expect, test } from 'vitest'
import { actionsNamed, helpNamed, screensNamed } from '../../../../src/client/app/jump/jump-screens'

const ADMINISTRATOR = 4
const namesOf = (items: readonly { label: string }[]) => items.map(({ label }) => label)

test('actions of the service are found by their words in any order, and none without a word', () => {
  expect(namesOf(actionsNamed('user create', ADMINISTRATOR))).toEqual(['Create a user'])
  expect(namesOf(actionsNamed('create pharmacy', ADMINISTRATOR))).toEqual([])
  expect(actionsNamed('', ADMINISTRATOR)).toEqual([])
})

test('screens are found by their words in any order, and all of them without a word', () => {
  expect(namesOf(screensNamed('profile user', 1))).toEqual(['User profile'])
  expect(namesOf(screensNamed('', 1))).toContain('Outbox')
})

test('pages of help are found by their titles, and none without a word', () => {
  expect(namesOf(helpNamed('doctors nurses'))).toEqual(['Nurses and doctors on the ward'])
  expect(helpNamed('')).toEqual([])
})
