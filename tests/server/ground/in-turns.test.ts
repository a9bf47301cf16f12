import { describe, expect, test } from 'vitest'
import { inPieces, inTurns } from '../../../src/server/ground/in-turns'

/** Another request: it is served as soon as the thread is free. */
const request = () => {
  const served = { is: false }
  setImmediate(() => (served.is = true))
  return served
}

describe('work in steps', () => {
  test('ends only because another request is served between its steps', async () => {
    const other = request()
    function* untilServed(): Generator<undefined, string> {
      while (!other.is) yield
      return 'done'
    }
    expect(await inTurns(untilServed())).toBe('done')
  })

  test('fails with the error of its step', async () => {
    function* failing(): Generator<undefined, never> {
      yield
      throw new Error('a defect')
    }
    await expect(inTurns(failing())).rejects.toThrow('a defect')
  })
})

describe('a list in pieces', () => {
  test('is worked through in its order, whole, and other requests are served between two pieces', async () => {
    const seen: { piece: readonly number[]; wasServed: boolean }[] = []
    const other = request()
    await inPieces([1, 2, 3, 4, 5], 2, async (piece) => {
      seen.push({ piece, wasServed: other.is })
    })
    expect(seen.map(({ piece }) => piece)).toEqual([[1, 2], [3, 4], [5]])
    expect(seen.map(({ wasServed }) => wasServed)).toEqual([false, true, true])
  })

  test('without rows has no piece', async () => {
    const none = inPieces([], 2, async () => {
      throw new Error('there is no piece')
    })
    await expect(none).resolves.toBeUndefined()
  })
})
