import { describe, expect, test } from 'vitest'
import { giveWay, inPieces, inTurns } from '../../../src/server/ground/in-turns'

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

describe('long work that gives way', () => {
  /** Counts the rounds of the event loop until it is stopped. */
  const rounds = () => {
    const counted = { round: 0, isStopped: false }
    const count = () => {
      counted.round += 1
      if (!counted.isStopped) setImmediate(count)
    }
    setImmediate(count)
    return counted
  }

  test('goes on in rounds of the event loop of its own, one piece of all such work in each', async () => {
    const counted = rounds()
    const pieces: { work: string; round: number }[] = []
    const work = async (name: string) => {
      for (let piece = 0; piece < 3; piece += 1) {
        await giveWay()
        pieces.push({ work: name, round: counted.round })
      }
    }
    await Promise.all(['a report', 'an import', 'an export'].map(work))
    counted.isStopped = true
    expect(new Set(pieces.map(({ round }) => round)).size).toBe(9)
    expect(pieces.map((piece) => piece.work)).toEqual(
      Array.from({ length: 3 }, () => ['a report', 'an import', 'an export']).flat(),
    )
  })

  test('goes on after other work that has failed', async () => {
    const failing = giveWay().then(() => {
      throw new Error('a defect')
    })
    const next = giveWay()
    await expect(failing).rejects.toThrow('a defect')
    await expect(next).resolves.toBeUndefined()
  })
})
