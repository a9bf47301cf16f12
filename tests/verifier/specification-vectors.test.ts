import { randomSource } from '#domain/randomisation/random-source'
import type { ListStratum } from '#domain/randomisation/own-list'
import { startRecount } from '#domain/randomisation/recount'
import { describe, expect, it } from 'vitest'
import type { Canonical } from '../../src/server/ground/ledger/canonical-json'
import { commitment, trialKeys } from '../../src/server/ground/ledger/keys'
import { genesisHash, ledgerLink, linkOfText } from '../../src/server/ground/ledger/ledger-chain'
import { namesRecord } from '../../src/server/ground/ledger/ledger-names'
import type { LedgerRecord } from '../../src/server/ground/ledger/ledger-records'
import { genesisOfLedger, readLedgerRecord } from '../../src/server/ground/ledger/read-ledger-record'
import { drawWords } from '../../src/server/ground/ledger/words'
import { verdictOn } from './run-verifier'
import { KINDS_OF_RECORDS, PAGE_VECTORS, type DrawnTrial } from './specification-page'

/* The engine and the verifier agree with the test vectors of src/specification/rct-alloc-1.md. */

const { keys, words, integers, trials, ledgers } = PAGE_VECTORS
const [ledger] = ledgers
const seed = Buffer.from(keys.seed_hex, 'hex')
const keysWith = (nonce: string | null) => trialKeys(seed, keys.trial_uuid, nonce)
const { drawKey, saltKey } = keysWith(null)

/**
 * Whether the engine draws, counts and orders everything as these records say; otherwise the fault of the first wrong
 * one.
 */
const replayed = (
  texts: readonly string[],
  key: Uint8Array,
  lists: ReadonlyMap<number, readonly ListStratum[]> = new Map(),
): string => {
  const recount = startRecount(
    (t) => randomSource(drawWords(key, t)),
    (number) => lists.get(number),
  )
  for (const text of texts) {
    const record = readLedgerRecord(text)
    const counted = record.ok ? recount.add(record.value) : record
    if (!counted.ok) return `${counted.refusal}: ${text}`
  }
  return 'right'
}

/** The rows of each uploaded list of a ledger, by its number. */
const listsOf = (records: (typeof ledgers)[number]['records']): ReadonlyMap<number, readonly ListStratum[]> =>
  new Map(
    records.flatMap(({ record, list }) => {
      const read = readLedgerRecord(record)
      if (list === undefined || !read.ok || read.value.type !== 'list') return []
      const strata = list.strata.map(({ cells, site }) => ({ site_id: site, options: [], cells }))
      return [[read.value.number, strata] as const]
    }),
  )

/** The cell that owns each arm: as many arms as its weight in a minimisation, otherwise one. */
const cellsByArm = ({ design }: DrawnTrial) =>
  design.method === 'minimisation'
    ? design.cells.flatMap((cell) => Array.from({ length: cell.weight }, () => cell))
    : design.cells

/** The ledger of a trial of the page, as it would be exported after the reveal. */
const ledgerOf = (trial: DrawnTrial) => {
  const design: Record<string, Canonical> = JSON.parse(JSON.stringify(trial.design))
  const genesis = genesisHash(keys.commitment, design)
  const stamp = (i: number) => ({ i, at: '2026-11-21T05:03:00.000Z' })
  const records: LedgerRecord[] = [
    { type: 'settings', ...stamp(1), design },
    ...trial.arms.map((arm, place): LedgerRecord => {
      const options = trial.design.strata.map(({ id }, stratum) => ({
        stratum: id,
        option: trial.options[place]?.[stratum] ?? 0,
      }))
      return {
        type: 'allocation',
        ...stamp(place + 2),
        counter: place + 1,
        epoch: 1,
        site: trial.sites[place] ?? 0,
        options,
        arm,
        groups: cellsByArm(trial)[arm]?.group_ids ?? [],
      }
    }),
  ]
  let head = genesis
  const links = records.map((record) => {
    const link = ledgerLink(saltKey, head, record)
    head = link.hash
    return { i: link.i, record: link.rec, leaf: link.leaf, head: link.hash }
  })
  return {
    construction: 'RCT-ALLOC-1',
    trial_id: 1,
    title: 'A trial of the page',
    trial_uuid: keys.trial_uuid,
    commitment: keys.commitment,
    nonce_hex: null,
    seed_hex: keys.seed_hex,
    genesis,
    length: links.length,
    head,
    records: links,
  }
}

describe('the page of RCT-ALLOC-1', () => {
  it('gives the commitment and the keys of its seed, with and without a start nonce', () => {
    expect(commitment(keys.trial_uuid, seed)).toBe(keys.commitment)
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    expect(keys.derived.map(({ nonce_hex }) => nonce_hex)).toEqual([null, ledger.nonce_hex])
    for (const { nonce_hex, draw_key, salt_key, name_key } of keys.derived) {
      const derived = keysWith(nonce_hex)
      expect([derived.drawKey, derived.saltKey, derived.nameKey].map(hex)).toEqual([draw_key, salt_key, name_key])
    }
  })

  it.each(words)('gives word $j of allocation $t', ({ t, j, hex }) => {
    expect(drawWords(drawKey, t)(j).toString(16).padStart(16, '0')).toBe(hex)
  })

  it.each(integers)('gives unbiased integers below $m, and how many words each took', ({ m, draws }) => {
    for (const { t, words_used, value } of draws) {
      let used = 0
      const source = randomSource((j) => {
        used = j + 1
        return drawWords(drawKey, t)(j)
      })
      expect([String(source.uniform(BigInt(m))), used]).toEqual([value, words_used])
    }
  })

  it('draws by every method, over factors, strata, sites and unequal weights', () => {
    expect(new Set(trials.map(({ design }) => design.method)).size).toBe(9)
    expect(trials.some(({ design }) => design.cells.some(({ group_ids }) => group_ids.length === 2))).toBe(true)
  })

  it.each(trials)('gives the arms that engine and verifier draw: $design.method, $design.cells', (trial) => {
    const exported = ledgerOf(trial)
    const texts = exported.records.map(({ record }) => record)
    expect(replayed(texts, drawKey)).toBe('right')
    expect(verdictOn(exported)).toMatchObject({ code: 0, wrong: null })
  })

  it.each(ledgers)('gives ledgers that engine and verifier find right: $title', (given) => {
    const texts = given.records.map(({ record }) => record)
    expect(replayed(texts, keysWith(given.nonce_hex).drawKey, listsOf(given.records))).toBe('right')
    expect(verdictOn(given)).toMatchObject({ code: 0, wrong: null })
  })

  it('gives in its ledgers every kind of record that it describes', () => {
    const texts = ledgers.flatMap(({ records }) => records.map(({ record }) => record))
    expect(KINDS_OF_RECORDS).toContain('allocation')
    expect(new Set(texts.map((text) => /"type":"(\w+)"/.exec(text)?.[1]))).toEqual(new Set(KINDS_OF_RECORDS))
  })

  it('gives the hashes of names that the server writes', () => {
    const { nameKey } = keysWith(ledger.nonce_hex)
    const named = ledger.records.flatMap(({ record, names = [] }) => {
      const read = readLedgerRecord(record)
      return read.ok && read.value.type === 'names' ? [{ record: read.value, names }] : []
    })
    expect(named).toHaveLength(2)
    for (const { record, names } of named) {
      const groups = record.study_groups.map(({ id }) => ({ kind: 'study_group' as const, id }))
      const sites = record.sites.map(({ id }) => ({ kind: 'site' as const, id }))
      const inClear = [...groups, ...sites].flatMap((one, index) =>
        names.slice(index, index + 1).map((name) => ({ ...one, ...name })),
      )
      expect(namesRecord(nameKey, record, inClear)).toEqual(record)
    }
  })

  it.each(ledgers)('gives the genesis, leaves and heads that the server writes: $title', (given) => {
    const [first] = given.records
    expect(genesisOfLedger(given.commitment, first?.record ?? '')).toBe(given.genesis)
    let head = given.genesis
    for (const { i, record, leaf, head: after } of given.records) {
      const link = linkOfText(keysWith(given.nonce_hex).saltKey, head, i, record)
      expect([link.leaf, link.hash]).toEqual([leaf, after])
      head = after
    }
  })
})
