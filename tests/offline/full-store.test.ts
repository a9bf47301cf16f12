// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { API_BASE } from '#contract/api-address'
import { openSnapshots, type Snapshots } from '#offline/snapshots'
import { storableAnswerAt, type StorableAnswer } from '#offline/storable-answer'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/* A device that stores 50 trials has megabytes of packs, which take seconds to read on a slow tablet. */

const NAME = 'store-of-a-test'
const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const TRIALS = Array.from({ length: 50 }, (_, n) => n + 1)

const at = (path: string): StorableAnswer => {
  const storable = storableAnswerAt(new URL(`${API_BASE}/${path}`, 'https://portal.example.org'))
  if (storable === null) throw new Error(`${path} is not stored`)
  return storable
}
const LIST = at('trials?page_size=1000')
const partsOf = (id: number) => [
  at(`trials/${id}`),
  at(`trials/${id}/study-packs`),
  at(`trials/${id}/participants/snapshot`),
  at(`auth/me/trial-permission/${id}`),
]

let snapshots: Snapshots

beforeEach(async () => {
  snapshots = openSnapshots(NAME, () => NOON)
  await snapshots.begin('nurse')
  for (const id of TRIALS)
    for (const part of partsOf(id)) await snapshots.store('nurse', part, NOON, { body: part.scope })
  const row = { title: 'A trial', trial_status_id: 3, trial_status: { id: 3, name: 'Started' }, end_on: '2030-12-31' }
  const data = TRIALS.map((id) => ({ id, ...row }))
  await snapshots.store('nurse', LIST, NOON, { data, page: 1, pages: 1, total: 50, page_size: 1000 })
})

afterEach(async () => {
  vi.restoreAllMocks()
  snapshots.close()
  await Dexie.delete(NAME)
})

/** Returns a function that names the bodies read since, by their keys; `all` for a request that reads every body. */
const watchBodies = () => {
  const one = vi.spyOn(IDBObjectStore.prototype, 'get')
  const many = [vi.spyOn(IDBObjectStore.prototype, 'getAll'), vi.spyOn(IDBObjectStore.prototype, 'openCursor')]
  const isOfAnswers = (store: unknown) => store instanceof IDBObjectStore && store.name === 'snapshots'
  return (): unknown[] => [
    ...one.mock.calls.flatMap(([key], place) =>
      one.mock.contexts.slice(place, place + 1).some(isOfAnswers) ? [key] : [],
    ),
    ...many.flatMap(({ mock }) => mock.contexts.filter(isOfAnswers).map(() => 'all')),
  ]
}

describe('a store of 50 trials', () => {
  it('deletes one of them and reads no body but the lists that name it', async () => {
    const bodiesRead = watchBodies()
    await snapshots.deleteTrial('nurse', 7, NOON + 1)
    expect(bodiesRead()).toEqual([LIST.scope])
    const { ages, bodies } = await snapshots.survey('nurse', [LIST.scope])
    const others = TRIALS.filter((id) => id !== 7)
    expect([...ages.keys()].toSorted()).toEqual([LIST, ...others.flatMap(partsOf)].map(({ scope }) => scope).toSorted())
    expect(bodies.get(LIST.scope)).toMatchObject({ total: 49 })
    expect(JSON.stringify(bodies.get(LIST.scope))).not.toContain('"id":7,')
  })

  it('says how old everything is, and reads only the bodies that are asked for', async () => {
    const [trial, packs] = partsOf(9)
    if (trial === undefined || packs === undefined) throw new Error('a trial has parts')
    const bodiesRead = watchBodies()
    const { ages, bodies } = await snapshots.survey('nurse', [trial.scope])
    expect(ages.get(packs.scope)).toBe(NOON)
    expect([...bodies.keys()]).toEqual([trial.scope])
    expect(bodiesRead()).toEqual([trial.scope])
  })

  it('gives one answer without reading the others', async () => {
    const [, packs] = partsOf(9)
    if (packs === undefined) throw new Error('a trial has parts')
    const bodiesRead = watchBodies()
    expect(await snapshots.read('nurse', packs.scope)).toMatchObject({ body: { body: packs.scope } })
    expect(bodiesRead()).toEqual([packs.scope])
  })
})
