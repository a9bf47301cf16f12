import { describe, expect, test } from 'vitest'
import { verdictOn } from './run-verifier'
import { PAGE_VECTORS } from './specification-page'

/* A ledger by uploaded lists: the verdict without the seed, and that the seed draws nothing (decision 0103). */

const revealed = PAGE_VECTORS.ledgers.find(({ records }) => records.some(({ list }) => list !== undefined))
if (!revealed) throw new Error('the page has no ledger with an uploaded list')

type Texts = (record: string) => string

/** As exported before the reveal, with changed records: without the seed, leaves cannot reveal a change. */
const unrevealed = (change: Texts = (record) => record) => {
  const before = revealed.records.filter(({ record }) => !record.includes('"type":"reveal"'))
  const records = before.map(({ i, record, leaf, head }) => ({ i, record: change(record), leaf, head }))
  return { ...revealed, seed_hex: null, length: records.length, head: records.at(-1)?.head ?? null, records }
}

describe('the verifier', () => {
  test('does not say that a list was drawn from the seed, and tells what to compare its hash with', () => {
    for (const ledger of [revealed, unrevealed()]) {
      const { code, printed } = verdictOn(ledger)
      expect(code).toBe(0)
      for (const wrong of [
        'drawn again from the seed',
        'The seed binds the order',
        'allocations are those of the seed',
      ])
        expect(printed).not.toContain(wrong)
      expect(printed).toContain('The seed binds no arm here')
      expect(printed).toContain('Compare each hash with the audit log')
    }
  })

  test.each<[says: string, change: Texts]>([
    ['skipped', (record) => record.replace(/"counter":1,(.*)"position":1/, '"counter":1,$1"position":2')],
    ['repeated', (record) => record.replace(/"position":2/, '"position":1')],
  ])('calls a position wrong that is %s, before the reveal too', (_says, change) => {
    const changed = unrevealed(change)
    expect(changed.records).not.toEqual(unrevealed().records)
    expect(verdictOn(changed)).toMatchObject({
      code: 1,
      wrong: expect.stringContaining('of its stratum, and the next one is'),
    })
  })
})
