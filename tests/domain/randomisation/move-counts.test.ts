import { describe, expect, it } from 'vitest'
import { allocate, moveCounts, type Allocation } from '#domain/randomisation/allocate'
import { randomSource } from '#domain/randomisation/random-source'
import { aDesign, blocks, crossed, factors, minimised, simple, urn } from './designs'
import { casesOf } from './exact-cases'

const DAMAGED = { ok: false, refusal: 'state_damaged' }
const BLOCK = { block_size: 4, remaining: [1, 2] }
const AN_URN = urn([1, 0, 1], 2, 1)
const MINIMISED = minimised([2, 1], factors(1, 1))

describe('counts are not moved', () => {
  it.each([
    ['below none in an urn', AN_URN, [{ counts: [0, 3] }], 0, -1],
    ['where an urn has counted nobody', AN_URN, [null], 0, -1],
    ['to a cell that an urn does not have', AN_URN, [{ counts: [1, 1] }], 2, 1],
    ['from a cell before the first', AN_URN, [{ counts: [1, 1] }], -1, -1],
    ['below none at one level of a minimisation', MINIMISED, [{ counts: [1, 0, 0] }, { counts: [0, 1, 0] }], 0, -1],
    ['where a level has counted nobody', MINIMISED, [{ counts: [1, 0, 0] }, null], 0, -1],
    ['back where a level has counted nobody', MINIMISED, [{ counts: [1, 0, 0] }, null], 0, 1],
    ['to an arm that a minimisation does not have', MINIMISED, [{ counts: [1, 1, 1] }, { counts: [1, 1, 1] }], 3, 1],
  ] as const)('%s', (_what, design, states, arm, by) => {
    expect(moveCounts(design, states, arm, by)).toEqual(DAMAGED)
  })
})

describe('counts are moved', () => {
  it.each([
    ['out of an urn', AN_URN, [{ counts: [4, 3] }], 1, -1, [{ counts: [4, 2] }]],
    ['back into an urn', AN_URN, [{ counts: [4, 2] }], 1, 1, [{ counts: [4, 3] }]],
    ['out of an urn to none', AN_URN, [{ counts: [1, 0] }], 0, -1, [{ counts: [0, 0] }]],
    [
      'out of each level of a minimisation',
      MINIMISED,
      [{ counts: [2, 1, 1] }, { counts: [5, 1, 4] }],
      2,
      -1,
      [{ counts: [2, 1, 0] }, { counts: [5, 1, 3] }],
    ],
    [
      'back into each level of a minimisation',
      MINIMISED,
      [{ counts: [2, 1, 0] }, { counts: [5, 1, 3] }],
      2,
      1,
      [{ counts: [2, 1, 1] }, { counts: [5, 1, 4] }],
    ],
    [
      'by cell of a factorial trial',
      aDesign({ ...crossed([1, 1], [1, 1]), randomisation_method_id: 2 }),
      [{ counts: [1, 1, 1, 1] }],
      3,
      -1,
      [{ counts: [1, 1, 1, 0] }],
    ],
  ] as const)('%s', (_what, design, states, arm, by, moved) => {
    expect(moveCounts(design, states, arm, by)).toEqual({ ok: true, value: moved })
  })

  it.each([
    ['a block, whose slot is never given back', blocks(4, 4, 1, 1), [BLOCK]],
    ['a used up block', blocks(4, 4, 1, 1), [{ block_size: 4, remaining: [0, 0] }]],
    ['no block', blocks(4, 4, 1, 1), [null]],
    ['simple randomisation, which keeps nothing', simple(1, 1), []],
  ] as const)('in nothing of %s', (_what, design, states) => {
    for (const by of [1, -1] as const) expect(moveCounts(design, states, 0, by)).toEqual({ ok: true, value: states })
  })

  it.each([
    ['an urn', AN_URN],
    ['minimisation', MINIMISED],
  ])('in %s so that the next draw is as if the participant had not been randomised, and back', (_method, design) => {
    const keys = _method === 'an urn' ? [null] : [null, null]
    const words = (t: number) => randomSource(() => BigInt(t) * 7n)
    const before: Allocation = allocate(design, allocate(design, keys, words(1)).states, words(2))
    const after: Allocation = allocate(design, before.states, words(3))

    const without = moveCounts(design, after.states, after.drawn_index, -1)
    expect(without).toEqual({ ok: true, value: before.states })
    expect(casesOf(design, before.states)).not.toEqual(casesOf(design, after.states))
    expect(without.ok && moveCounts(design, without.value, after.drawn_index, 1)).toEqual({
      ok: true,
      value: after.states,
    })
  })

  it('without a change to the given states', () => {
    const states = Object.freeze([Object.freeze({ counts: Object.freeze([2, 1]) })])
    expect(moveCounts(AN_URN, states, 0, -1)).toEqual(moveCounts(AN_URN, states, 0, -1))
    expect(states).toEqual([{ counts: [2, 1] }])
  })
})
