// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { heldBackWords } from '../../../src/client/outbox/held-back'
import { aNewDispense, aNewFlag, stored } from './some-actions'

const colleague = { sub: 'pharmacist', name: 'Li Wei' }

test('of somebody else’s action only whose it is and what it is about is told, never what it is', () => {
  const hers = stored(aNewFlag('hers', { author: colleague, label: 'A secret label' }))
  const words = heldBackWords('mine', [hers, stored(aNewFlag('mine'))])
  expect(words).toBe(
    'Waits for an unsent action by Li Wei on this participant. It goes out after that one, once Li Wei signs in here.',
  )
})

test('packs are called packs', () => {
  const hers = stored({ ...aNewDispense('hers', [21]), author: colleague })
  expect(heldBackWords('mine', [hers, stored(aNewDispense('mine', [20, 21]))])).toMatch(/on the same study pack\./)
})

test('an own action that was refused before wants a decision', () => {
  const refused = stored(aNewFlag('first'), { state: 'attention' })
  expect(heldBackWords('mine', [refused, stored(aNewFlag('mine'))])).toMatch(/^Waits for your decision/)
})

test('nothing is said of what waits for nobody, nor of what is not there', () => {
  const actions = [stored(aNewFlag('first')), stored(aNewFlag('mine'))]
  expect([heldBackWords('mine', actions), heldBackWords('gone', actions)]).toEqual([null, null])
})
