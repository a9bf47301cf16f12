import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simple, weighted } from './designs'
import { asLetters, drawTrial } from './draw-trial'
import { keystream } from './keystream'
import { VECTORS, vectorWords } from './vectors'

describe('simple randomisation', () => {
  it.each(VECTORS.sequences.filter(({ method }) => method === 'standard'))(
    'of weights $weights draws the groups of the vectors',
    ({ weights, groups }) => {
      const keys = Array.from(groups, () => '')
      expect(asLetters(drawTrial(simple(...weights), keys, vectorWords))).toBe(groups)
    },
  )

  it('never draws a group of weight 0', () => {
    const someWeights = fc
      .array(fc.nat(3), { minLength: 1, maxLength: 5 })
      .filter((weights) => weights.some((weight) => weight > 0))
    fc.assert(
      fc.property(someWeights, fc.string(), (weights, label) => {
        const keys = Array.from({ length: 30 }, () => '')
        const open = weighted(...weights).filter(({ weight }) => weight > 0)
        const drawn = drawTrial(simple(...weights), keys, keystream(`simple ${label}`, keys.length + 1))
        expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining([...new Set(drawn)]))
      }),
      { seed: 3 },
    )
  })

  it('of one open group draws it without a word', () => {
    const noWords = () => () => {
      throw new Error('no word was expected')
    }
    expect(drawTrial(simple(0, 4, 0), ['', ''], noWords)).toEqual([2, 2])
  })
})
