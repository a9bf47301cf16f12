import { describe, expect, test } from 'vitest'
import { createBatchQueue } from '../../../src/server/ground/batch-queue'
import { gate } from './db/gate'

type Perform = (key: string, take: () => readonly string[]) => Promise<readonly string[]>

/** A queue that records its turns: the key of each and its jobs, in order. */
const recorded = (perform: Perform, { maxBatchSize = 10, mayRepeat = (_error: unknown): boolean => true } = {}) => {
  const turns: string[] = []
  const queue = createBatchQueue<string, string, string>({
    maxBatchSize,
    mayRepeat,
    perform: (key, take) => {
      const index = turns.push(`${key}:`) - 1
      return perform(key, () => {
        const jobs = take()
        turns[index] = `${key}: ${jobs.join(' ')}`
        return jobs
      })
    },
  })
  return { turns, pass: queue.enqueue }
}

const done = (job: string) => `${job} done`
const simply: Perform = async (_key, take) => take().map(done)

/** Fails as long as one of these is among its jobs. */
const failingFor =
  (...bad: string[]): Perform =>
  async (_key, take) => {
    const jobs = take()
    const badJob = jobs.find((job) => bad.includes(job))
    if (badJob !== undefined) throw new Error(`${badJob} is bad`)
    return jobs.map(done)
  }

const failingFirst = (error: Error): Perform => {
  let hasFailed = false
  return async (_key, take) => {
    if (hasFailed) return take().map(done)
    hasFailed = true
    throw error
  }
}

/** The result of each. */
const ends = async (passed: readonly Promise<string>[]): Promise<string[]> =>
  (await Promise.allSettled(passed)).map((end) =>
    end.status === 'fulfilled' ? end.value : `failed: ${end.reason instanceof Error ? end.reason.message : ''}`,
  )

const passAll = (pass: (key: string, job: string) => Promise<string>, ...jobs: string[]) =>
  jobs.map((job) => pass('trial', job))

describe('a failed batch', () => {
  test('for one of several jobs gives each its own, so that only that one fails', async () => {
    const { turns, pass } = recorded(failingFor('b'))
    expect(await ends(passAll(pass, 'a', 'b', 'c'))).toEqual(['a done', 'failed: b is bad', 'c done'])
    expect(turns).toEqual(['trial: a b c', 'trial: a', 'trial: b', 'trial: c'])
  })

  test('for each of them fails each by its own error', async () => {
    const { pass } = recorded(failingFor('a', 'b'))
    expect(await ends(passAll(pass, 'a', 'b'))).toEqual(['failed: a is bad', 'failed: b is bad'])
  })

  test('is not repeated where part of it may have been done', async () => {
    const { turns, pass } = recorded(failingFor('b'), { mayRepeat: () => false })
    expect(await ends(passAll(pass, 'a', 'b', 'c'))).toEqual([
      'failed: b is bad',
      'failed: b is bad',
      'failed: b is bad',
    ])
    expect(turns).toEqual(['trial: a b c'])
  })

  test('passes its error to the rule about repeats', async () => {
    const errors: unknown[] = []
    const mayRepeat = (error: unknown) => {
      errors.push(error instanceof Error ? error.message : error)
      return false
    }
    const { pass } = recorded(failingFor('a'), { mayRepeat })
    await ends(passAll(pass, 'a', 'b'))
    expect(new Set(errors)).toEqual(new Set(['a is bad']))
  })

  test('with one job is not repeated: the caller decides', async () => {
    const { turns, pass } = recorded(failingFor('a'))
    expect(await ends(passAll(pass, 'a'))).toEqual(['failed: a is bad'])
    expect(turns).toEqual(['trial: a'])
  })

  test('that took no job fails for all that would have shared it', async () => {
    const { pass } = recorded(failingFirst(new Error('no lock')), { mayRepeat: () => false, maxBatchSize: 2 })
    expect(await ends(passAll(pass, 'a', 'b', 'c'))).toEqual(['failed: no lock', 'failed: no lock', 'c done'])
  })

  test('that took no job is repeated for each of them where allowed', async () => {
    const { turns, pass } = recorded(failingFirst(new Error('no lock')))
    expect(await ends(passAll(pass, 'a', 'b'))).toEqual(['a done', 'b done'])
    expect(turns).toEqual(['trial:', 'trial: a', 'trial: b'])
  })

  test('retains the order of later jobs, also during its repeats', async () => {
    const passed: Promise<string>[] = []
    const { turns, pass } = recorded(async (key, take) => {
      const jobs = take()
      if (jobs.includes('b')) passed.push(pass('trial', `after ${jobs.join('')}`))
      return failingFor('b')(key, () => jobs)
    })
    passed.push(...passAll(pass, 'a', 'b', 'c'))
    expect(await ends(passed)).toEqual(['a done', 'failed: b is bad', 'c done'])
    expect(await ends(passed.slice(3))).toEqual(['after abc done', 'after b done'])
    expect(turns.at(-1)).toBe('trial: after abc after b')
    expect(await pass('trial', 'd')).toBe('d done')
  })
})

describe('jobs of one key', () => {
  test('that arrive together share one batch, in the order of arrival, each with its own result', async () => {
    const { turns, pass } = recorded(simply)
    expect(await ends(passAll(pass, 'a', 'b', 'c'))).toEqual(['a done', 'b done', 'c done'])
    expect(turns).toEqual(['trial: a b c'])
  })

  test('that arrive during a batch wait and share the next one', async () => {
    const late: Promise<string>[] = []
    const { turns, pass } = recorded(async (_key, take) => {
      const jobs = take()
      if (jobs.includes('a')) late.push(...passAll(pass, 'b', 'c'))
      return jobs.map(done)
    })
    expect(await pass('trial', 'a')).toBe('a done')
    expect(await ends(late)).toEqual(['b done', 'c done'])
    expect(turns).toEqual(['trial: a', 'trial: b c'])
  })

  test('that arrive before a batch has taken its jobs still belong to it', async () => {
    const late: Promise<string>[] = []
    const { turns, pass } = recorded(async (_key, take) => {
      if (late.length === 0) late.push(pass('trial', 'b'))
      return take().map(done)
    })
    expect(await ends([pass('trial', 'a')])).toEqual(['a done'])
    expect(await ends(late)).toEqual(['b done'])
    expect(turns).toEqual(['trial: a b'])
  })

  test('share a batch only up to its size', async () => {
    const { turns, pass } = recorded(simply, { maxBatchSize: 2 })
    expect(await ends(passAll(pass, 'a', 'b', 'c', 'd', 'e'))).toEqual(['a', 'b', 'c', 'd', 'e'].map(done))
    expect(turns).toEqual(['trial: a b', 'trial: c d', 'trial: e'])
  })

  test('never run in two batches at once', async () => {
    let underWay = 0
    let largest = 0
    const { pass } = recorded(
      async (_key, take) => {
        underWay += 1
        largest = Math.max(largest, underWay)
        const jobs = take()
        await new Promise(setImmediate)
        underWay -= 1
        return jobs.map(done)
      },
      { maxBatchSize: 3 },
    )
    await Promise.all(Array.from({ length: 30 }, (_, i) => pass('trial', `${i}`)))
    expect(largest).toBe(1)
  })

  test('that arrive after the queue was empty begin a new batch', async () => {
    const { turns, pass } = recorded(simply)
    await pass('trial', 'a')
    await pass('trial', 'b')
    expect(turns).toEqual(['trial: a', 'trial: b'])
  })
})

test('jobs of different keys do not wait for each other', async () => {
  const { open, opened } = gate()
  const { turns, pass } = recorded(async (key, take) => {
    const jobs = take()
    if (key === 'slow') await opened
    return jobs.map(done)
  })
  const slow = pass('slow', 'a')
  expect(await pass('quick', 'b')).toBe('b done')
  open()
  expect(await slow).toBe('a done')
  expect(turns).toEqual(['slow: a', 'quick: b'])
})
