import { describe, expect, it } from 'vitest'
import { drawWords } from '../../../../src/server/ground/ledger/words'
import { blocks, simple } from '../../../domain/randomisation/designs'
import { asLetters, drawTrial } from '../../../domain/randomisation/draw-trial'
import { VECTORS } from '../../../domain/randomisation/vectors'

const DRAW_KEY = Buffer.from(VECTORS.draw_key, 'hex')

describe('the words of a draw key', () => {
  it.each(VECTORS.words)('are those of the vectors: t = $t, j = $j', ({ t, j, hex }) => {
    expect(drawWords(DRAW_KEY, t)(j)).toBe(BigInt(`0x${hex}`))
  })

  it('are the same at each request and in any order', () => {
    const words = drawWords(DRAW_KEY, 7)
    const forwards = [0, 1, 2].map(words)
    expect([2, 1, 0].map(words).toReversed()).toEqual(forwards)
  })

  it.each([-1, 0.5, Number.NaN])('do not exist for the counter %d', (t) => {
    expect(() => drawWords(DRAW_KEY, t)).toThrow(RangeError)
  })

  it.each(VECTORS.sequences.filter(({ method, stratum }) => /standard|blocked/.test(method) && !stratum))(
    'draw the groups of the vectors: $method, weights $weights',
    ({ method, weights, block_size_min = 0, block_size_max = 0, groups }) => {
      const design = method === 'standard' ? simple(...weights) : blocks(block_size_min, block_size_max, ...weights)
      const keys = Array.from(groups, () => '')
      expect(asLetters(drawTrial(design, keys, (t) => drawWords(DRAW_KEY, t)))).toBe(groups)
    },
  )
})
