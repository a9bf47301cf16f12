import { describe, expect, it } from 'vitest'
import { readStates } from '#domain/randomisation/allocate'
import type { OneRatioDesign } from '#domain/randomisation/design'
import { blocks, factors, minimised, simple, urn } from './designs'

const DAMAGED = { ok: false, refusal: 'state_damaged' }

const BLOCK = { block_size: 4, remaining: [2, 2] }
const NOT_A_STATE = [
  ['a number', 7],
  ['text', '{"counts":[0,0]}'],
  ['a list', [2, 2]],
  ['nothing in it', {}],
  ['missing, not null', undefined],
] as const

/** Invalid states of counts with two places. */
const COUNTS_OF_TWO = [
  ['of another method', BLOCK],
  ['with text for its counts', { counts: '12' }],
  ['with too few counts', { counts: [2] }],
  ['with too many counts', { counts: [2, 2, 0] }],
  ['with less than none', { counts: [-1, 1] }],
  ['with parts of a participant', { counts: [0.5, 1] }],
  ['with a count as text', { counts: ['1', 1] }],
  ['with nothing where a number was', { counts: [null, 1] }],
  ['with more than can be told apart', { counts: [2 ** 53, 1] }],
] as const

describe.each<[method: string, design: OneRatioDesign, stored: readonly (readonly [string, unknown])[]]>([
  ['simple randomisation', simple(1, 1), [...NOT_A_STATE, ['of blocks', BLOCK], ['of an urn', { counts: [0, 0] }]]],
  [
    'blocks of 4, 6',
    blocks(4, 6, 1, 1),
    [
      ...NOT_A_STATE,
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
    ],
  ],
  ['blocks with a closed group', blocks(4, 4, 1, 0, 1), [['holding it', { block_size: 4, remaining: [1, 1, 1] }]]],
  ['an urn', urn([1, 0, 1], 1, 1), [...NOT_A_STATE, ...COUNTS_OF_TWO]],
  ['an urn of 2 : 1', urn([1, 0, 1], 2, 1), [['by arm, not by cell', { counts: [1, 1, 0] }]]],
  ['an urn with a closed group', urn([1, 1, 0], 1, 0, 1), [['counting it', { counts: [1, 1, 1] }]]],
  ['minimisation', minimised([1, 1]), [...NOT_A_STATE, ...COUNTS_OF_TWO]],
  ['minimisation of 2 : 1', minimised([2, 1]), [['by cell, not by arm', { counts: [2, 1] }]]],
])('stored states of %s are refused', (_method, design, stored) => {
  it.each(stored)('%s', (_what, one) => {
    expect(readStates(design, [one])).toEqual(DAMAGED)
  })
})

describe('stored states are refused together', () => {
  it.each([
    ['the first', [{ counts: [1] }, { counts: [1, 1] }]],
    ['the last', [{ counts: [1, 1] }, null, { counts: [1] }]],
  ])('where %s of them is damaged', (_which, stored) => {
    expect(readStates(minimised([1, 1], factors(1, 1, 1)), stored)).toEqual(DAMAGED)
  })
})

describe('stored states are read', () => {
  it.each<[of: string, design: OneRatioDesign, stored: readonly unknown[]]>([
    ['simple randomisation', simple(1, 1), []],
    ['blocks before the first', blocks(4, 6, 1, 1), [null]],
    ['a full block', blocks(4, 6, 1, 1), [BLOCK]],
    ['a block begun', blocks(4, 6, 1, 1), [{ block_size: 6, remaining: [0, 3] }]],
    ['a block used up', blocks(4, 6, 1, 1), [{ block_size: 4, remaining: [0, 0] }]],
    ['a block of 3 : 0 : 3', blocks(6, 6, 3, 0, 3), [{ block_size: 6, remaining: [3, 0, 1] }]],
    ['an urn before the first', urn([1, 0, 1], 2, 1), [null]],
    ['an urn by cell', urn([1, 0, 1], 2, 1), [{ counts: [20, 0] }]],
    ['an urn with a closed group', urn([1, 0, 1], 2, 0, 1), [{ counts: [20, 0, 9] }]],
    ['minimisation by arm', minimised([2, 1]), [{ counts: [20, 0, 1] }]],
    ['minimisation of new levels', minimised([2, 1], factors(1, 1)), [null, { counts: [0, 0, 1] }]],
  ])('of %s', (_of, design, stored) => {
    expect(readStates(design, stored)).toEqual({ ok: true, value: stored })
  })
})
