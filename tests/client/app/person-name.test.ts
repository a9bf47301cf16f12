import { expect, test } from 'vitest'
import { shortNames } from '../../../src/client/app/person-name'

test.each([
  ['Amara Hughes', 'A. Hughes', 'AH'],
  ['Aleksandra Konstantinopoulou', 'AK', 'AK'],
  ['Anna Maria Weber', 'A. Weber', 'AW'],
  ['Sukarno', 'Sukarno', 'S'],
  ['', '', ''],
])('%s is %s in a narrow header, and %s where even that is long', (name, short, initials) => {
  expect(shortNames(name)).toEqual({ short, initials })
})
