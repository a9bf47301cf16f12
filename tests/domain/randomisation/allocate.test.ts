import { describe, expect, it } from 'vitest'
import { allocate, readKeyState } from '#domain/randomisation/allocate'
import { randomSource } from '#domain/randomisation/random-source'
import { blocks, simple } from './designs'

const words = (...listed: readonly bigint[]) => randomSource((j) => listed[j] ?? 0n)

describe('a stored key state is refused', () => {
  const design = blocks(4, 6, 1, 1)

  it.each([
    ['not an object', 7],
    ['a list', [2, 2]],
    ['of another method', { counts: [1, 2] }],
    ['without its size', { remaining: [2, 2] }],
    ['without what remains', { block_size: 4 }],
    ['with a size as text', { block_size: '4', remaining: [2, 2] }],
    ['of a size the design does not have', { block_size: 8, remaining: [1, 1] }],
    ['of a size below the smallest', { block_size: 2, remaining: [1, 1] }],
    ['of a size that is no multiple', { block_size: 5, remaining: [2, 2] }],
    ['with too few groups', { block_size: 4, remaining: [2] }],
    ['with too many groups', { block_size: 4, remaining: [2, 2, 0] }],
    ['with more of a group than the block held', { block_size: 4, remaining: [3, 1] }],
    ['with less than none', { block_size: 4, remaining: [-1, 1] }],
    ['with parts of a participant', { block_size: 4, remaining: [0.5, 1] }],
    ['with nothing where a number was', { block_size: 4, remaining: [null, 1] }],
    ['missing, not null', undefined],
  ])('%s', (_what, stored) => {
    expect(readKeyState(design, stored)).toEqual({ ok: false, refusal: 'key_state_damaged' })
  })

  it('where the method keeps none', () => {
    const stored = { block_size: 4, remaining: [2, 2] }
    expect(readKeyState(simple(1, 1), stored)).toEqual({ ok: false, refusal: 'key_state_damaged' })
  })
})

describe('a stored key state is read', () => {
  it.each([
    { stored: null },
    { stored: { block_size: 4, remaining: [2, 2] } },
    { stored: { block_size: 6, remaining: [0, 3] } },
    { stored: { block_size: 4, remaining: [0, 0] } },
  ])('$stored', ({ stored }) => {
    expect(readKeyState(blocks(4, 6, 1, 1), stored)).toEqual({ ok: true, value: stored })
  })

  it('null where the method keeps none', () => {
    expect(readKeyState(simple(1, 1), null)).toEqual({ ok: true, value: null })
  })
})

describe('allocate', () => {
  it.each([
    { word: 0n, group_id: 1 },
    { word: 1n, group_id: 1 },
    { word: 2n, group_id: 2 },
    { word: 3n, group_id: 1 },
  ])('draws simply: word $word gives group $group_id of weights 2 : 1 and keeps nothing', ({ word, group_id }) => {
    expect(allocate(simple(2, 1), null, words(word))).toEqual({ group_id, key_state: null })
  })

  it.each([
    { why: 'the first of a key: a new block', before: null, after: { block_size: 6, remaining: [3, 2] } },
    {
      why: 'within a block: what is left of it, the size stays',
      before: { block_size: 4, remaining: [0, 2] },
      after: { block_size: 4, remaining: [0, 1] },
    },
    {
      why: 'the last of a block leaves it used up',
      before: { block_size: 4, remaining: [0, 1] },
      after: { block_size: 4, remaining: [0, 0] },
    },
    {
      why: 'after a used up block: a new one',
      before: { block_size: 4, remaining: [0, 0] },
      after: { block_size: 6, remaining: [3, 2] },
    },
  ])('draws from blocks: $why', ({ before, after }) => {
    const allocation = allocate(blocks(4, 6, 1, 1), before, words(1n, 5n))
    expect(allocation).toEqual({ group_id: 2, key_state: after })
  })

  it.each([
    { word: 0n, block_size: 4 },
    { word: 1n, block_size: 6 },
    { word: 2n, block_size: 8 },
    { word: 3n, block_size: 4 },
  ])('tries the block sizes of 3 to 9 in ascending order: word $word takes $block_size', ({ word, block_size }) => {
    expect(allocate(blocks(3, 9, 1, 1), null, words(word)).key_state).toMatchObject({ block_size })
  })

  it('changes neither the design nor the state it was given', () => {
    const design = Object.freeze(blocks(4, 4, 1, 1))
    const state = Object.freeze({ block_size: 4, remaining: Object.freeze([2, 2]) })
    const first = allocate(design, state, words(3n))
    expect(allocate(design, state, words(3n))).toEqual(first)
    expect(state).toEqual({ block_size: 4, remaining: [2, 2] })
  })
})
