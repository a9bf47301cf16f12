import bwipjs from 'bwip-js/node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { code128 } from '../../../src/client/ui/code-128'

/** The library's drawing in code set B, in widths of bars and spaces. */
const drawnByLibrary = (text: string): number[] => {
  const [drawn] = bwipjs.raw('code128', text, 'newencoder suppressc')
  return drawn !== undefined && 'sbs' in drawn ? drawn.sbs : []
}

describe('a Code 128', () => {
  test.each(['A', 'A-10023', 'STA-000417', 'x~ }', 'Pack 7/2026'])('of %s is what the library draws', (text) => {
    expect(code128(text)).toEqual(drawnByLibrary(text))
  })

  test('of any printable text is what the library draws', () => {
    const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(printable, (text) => {
        expect(code128(text)).toEqual(drawnByLibrary(text))
      }),
      { numRuns: 200 },
    )
  })

  test.each(['', 'Ä-1', 'a\nb', '日本'])('of %j there is none', (text) => {
    expect(code128(text)).toBeNull()
  })
})
