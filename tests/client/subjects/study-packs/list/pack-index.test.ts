import type { StudyPack } from '#contract/study-packs'
import type { PackFilter } from '#domain/study-packs/study-pack-filter'
import { describe, expect, test } from 'vitest'
import { filterPacks, indexPacks, isNarrowed } from '../../../../../src/client/subjects/study-packs/list/pack-index'
import { packRows } from '../../../../../src/client/subjects/study-packs/list/pack-rows'
import { studyPacksSearch } from '../../../../../src/client/subjects/study-packs/study-packs-search'
import { aShownPack } from '../../../a-shown-pack'

const TODAY = '2026-11-21'
const EVERYTHING: PackFilter = { q: '', status: [] }

const PACKS = [
  { id: 1, pack_id: 'A-10001', batch_id: 'Alpha', site_id: 11, expire_on: '2026-11-20' },
  {
    id: 2,
    pack_id: 'A-10002',
    batch_id: 'Alpha',
    site_id: 12,
    expire_on: '2026-11-21',
    study_pack_status_id: 1 as const,
  },
  {
    id: 3,
    pack_id: 'A-10003',
    batch_id: 'Alpha',
    site_id: null,
    expire_on: '2026-12-21',
    study_group: { id: 5, name: 'X' },
  },
  {
    id: 4,
    pack_id: 'B-20001',
    batch_id: 'Beta',
    site_id: 11,
    expire_on: '2026-12-22',
    participant: { id: 9, trial_sequence_no: 345 },
  },
  {
    id: 5,
    pack_id: 'B-20002',
    batch_id: 'Beta',
    site_id: 11,
    expire_on: '2027-02-19',
    study_pack_status_id: 3 as const,
  },
  { id: 6, pack_id: 'B-20003', batch_id: 'Beta', site_id: 11, expire_on: null, study_group: { id: 6, name: 'Y' } },
].map(aShownPack)

const byBatch = (packs: readonly StudyPack[]) =>
  [...new Set(packs.map(({ batch_id }) => batch_id))].map((batch_id) => ({
    batch_id,
    study_packs: packs.filter((pack) => pack.batch_id === batch_id),
  }))
const INDEX = indexPacks(byBatch(PACKS))
const idsFor = (filter: Partial<PackFilter>) =>
  filterPacks(INDEX, { ...EVERYTHING, ...filter }, TODAY).map(({ id }) => id)

describe('packs are found by', () => {
  test.each<[string, Partial<PackFilter>, number[]]>([
    ['nothing in particular', {}, [1, 2, 3, 4, 5, 6]],
    ['any part of the pack id', { q: '0002' }, [2, 5]],
    ['its letters, large or small', { q: 'b-2' }, [4, 5, 6]],
    ['any part of the batch', { q: 'ALPH' }, [1, 2, 3]],
    ['any part of the sequence number', { q: '34' }, [4]],
    ['nothing that stands over the end of one and the start of another', { q: '1a' }, []],
    ['one status', { status: ['inactive'] }, [2]],
    ['several statuses', { status: ['inactive', 'expired'] }, [2, 5]],
    ['site', { site_id: 12 }, [2]],
    ['no site', { site_id: 'none' }, [3]],
    ['batch', { batch_id: 'Beta' }, [4, 5, 6]],
    ['an expiry date that is past', { expiry: 'past' }, [1]],
    ['expiry within 30 days, today and the last day too', { expiry: 'within_30_days' }, [2, 3]],
    ['expiry within 90 days', { expiry: 'within_90_days' }, [2, 3, 4, 5]],
    ['expiry later than that', { expiry: 'later' }, []],
    ['no expiry', { expiry: 'never' }, [6]],
    ['study group', { study_group_id: 5 }, [3]],
    ['all of it together', { q: 'b-', status: ['active'], site_id: 11, expiry: 'within_90_days' }, [4]],
  ])('%s', (_, filter, ids) => {
    expect(idsFor(filter)).toEqual(ids)
  })
})

test('the address has the same filters, repeated statuses too, and drops unknown ones', () => {
  const raw = { q: ' b-2 ', status: ['active', 'expired'], site_id: 'none', expiry: 'tomorrow', page: '2' }
  expect(studyPacksSearch.read(studyPacksSearch.validate({ ...raw, status: 'active' }))).toEqual({
    q: 'b-2',
    sort: 'batch',
    order: 'asc',
    status: ['active'],
    site_id: 'none',
  })
  expect(studyPacksSearch.read(studyPacksSearch.validate(raw)).status).toEqual(['active', 'expired'])
})

test.each<[string, Partial<PackFilter>, boolean]>([
  ['nothing', {}, false],
  ['an undefined filter', { expiry: undefined }, false],
  ['a search', { q: 'a' }, true],
  ['a status', { status: ['active'] }, true],
  ['a batch', { batch_id: 'B1' }, true],
])('%s hides packs or not', (_, filter, narrowed) => {
  expect(isNarrowed({ ...EVERYTHING, ...filter })).toBe(narrowed)
})

test('each batch is above its packs with the number of shown ones', () => {
  const rows = packRows(filterPacks(INDEX, { ...EVERYTHING, q: '0002' }, TODAY))
  expect(rows.map((row) => (row.kind === 'batch' ? [row.batch_id, row.count] : row.pack.id))).toEqual([
    ['Alpha', 1],
    2,
    ['Beta', 1],
    5,
  ])
})

test('twenty thousand packs are indexed once, and a search then reads only the packs that it finds', () => {
  const many = Array.from({ length: 20_000 }, (_, n) =>
    aShownPack({ id: n + 1, pack_id: `A-${100_000 + ((n * 7919) % 900_000)}`, batch_id: `B${Math.floor(n / 1000)}` }),
  )
  let reads = 0
  const watched = (pack: StudyPack) =>
    new Proxy(pack, {
      get: (target, field): unknown => {
        reads += 1
        return Reflect.get(target, field)
      },
    })
  const batches = byBatch(many).map((batch) => ({ ...batch, study_packs: batch.study_packs.map(watched) }))
  const index = indexPacks(batches)
  const entries = index.entries()
  reads = 0
  const rows = packRows(filterPacks(index, { ...EVERYTHING, q: '77', status: ['active'], expiry: 'later' }, TODAY))
  const matching = many.filter(({ pack_id }) => pack_id.includes('77'))
  const headings = new Set(matching.map(({ batch_id }) => batch_id))
  expect(rows).toHaveLength(matching.length + headings.size)
  expect(index.entries()).toBe(entries)
  // For each pack: its expiry, its batch, and its status for its place in the batch.
  expect(reads).toBeLessThanOrEqual(3 * matching.length)
})
