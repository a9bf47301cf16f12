import { expect, test } from 'vitest'
import { groupsByFactor } from '../../../../../../src/client/subjects/trials/trial/overview/groups-by-factor'

test('groups without factors stay together, in their order', () => {
  const groups = [{ name: 'B' }, { name: 'A', factorial_level: null }]
  expect(groupsByFactor(groups)).toEqual([{ suffix: '', groups }])
})

test('groups of a factorial trial stand factor by factor', () => {
  const [low, aspirin, none] = [
    { name: 'Low dose', factorial_level: 2 },
    { name: 'Aspirin', factorial_level: 1 },
    { name: 'None', factorial_level: 2 },
  ]
  expect(groupsByFactor([low, aspirin, none])).toEqual([
    { suffix: ', factor 1', groups: [aspirin] },
    { suffix: ', factor 2', groups: [low, none] },
  ])
})

test('people who see no groups see no factors', () => {
  expect(groupsByFactor([])).toEqual([])
})
