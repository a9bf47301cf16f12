import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTrial, type WholeTrial } from '../../../../src/server/ground/db/trials'
import { samplePacks } from '../../../../src/server/start/sample-data/sample-packs'
import { aTrial } from '../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../support/portal'
import { seededBytes } from '../../../support/seeded-bytes'

const BATCH = {
  batch_id: 'B7',
  prefix: 'B7',
  packs_each: 5,
  status: 'active',
  duration: 10,
  expire_on: '2027-01-31',
} as const

let world: TestPortal
let trial: WholeTrial

beforeAll(async () => {
  world = await testPortal()
  const { trial_id } = await aTrial(world, { is_managing_packs: true, is_confirmable: true })
  const stored = await findTrial(world.context.database.queries, trial_id)
  if (!stored) throw new Error('the trial is not there')
  trial = stored
})
afterAll(async () => world.stop())

test('a batch has as many packs of each group at each site', () => {
  const packs = samplePacks(trial, [BATCH], seededBytes('packs'))
  const counts = new Map<string, number>()
  for (const { site_id, study_group_id } of packs) {
    const siteAndGroup = `${site_id} ${study_group_id}`
    counts.set(siteAndGroup, (counts.get(siteAndGroup) ?? 0) + 1)
  }
  expect([...counts.values()]).toEqual([5, 5, 5, 5])
})

test('the same numbers have other groups with other random bytes', () => {
  const [one, other] = ['one', 'other'].map((seed) => samplePacks(trial, [BATCH], seededBytes(seed)))
  expect(one?.map(({ pack_id }) => pack_id)).toEqual(other?.map(({ pack_id }) => pack_id))
  expect(one?.map(({ study_group_id }) => study_group_id)).not.toEqual(
    other?.map(({ study_group_id }) => study_group_id),
  )
})

test('a confirmation code has three digits, and exists only where the trial confirms', () => {
  const codes = (confirmable: boolean) =>
    samplePacks({ ...trial, is_confirmable: confirmable }, [BATCH], seededBytes('codes')).map(
      ({ confirmation_code }) => confirmation_code,
    )
  expect(codes(true).filter((code) => !/^\d{3}$/.test(code ?? ''))).toEqual([])
  expect(new Set(codes(false))).toEqual(new Set([null]))
})
