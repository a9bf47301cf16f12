import { expect, test } from 'vitest'
import { oldestFirst, packsToDispense } from '../../../../../src/client/subjects/study-packs/queue/packs-to-dispense'
import { aShownPack } from '../../../a-shown-pack'

const ALLOCATED = 5
const TRIAL = { id: 7, title: 'CEDAR: sample trial', sites: [{ id: 11, title: 'Northgate', is_deleted: false }] }

const aWaitingPack = (id: number, trial_sequence_no: number, allocated_at?: string) =>
  aShownPack({
    id,
    pack_id: `A-${id}`,
    study_pack_status_id: ALLOCATED,
    participant: { id: 900 + id, trial_sequence_no, ...(allocated_at !== undefined && { allocated_at }) },
  })

const idsOf = (packs: readonly { id: number }[]) => packs.map(({ id }) => id)

test('only packs that are allocated and not dispensed wait, oldest allocation first', () => {
  const packs = [
    aWaitingPack(1, 30),
    aShownPack({ id: 2 }),
    { ...aWaitingPack(3, 12), study_pack_status_id: 6 as const },
    aWaitingPack(4, 9),
  ]
  expect(idsOf(packsToDispense({ trial: TRIAL, packs, dispensed: new Set() }))).toEqual([4, 1])
})

test('a pack that was dispensed on this device and is still unsent does not wait', () => {
  const packs = [aWaitingPack(1, 30), aWaitingPack(4, 9)]
  expect(idsOf(packsToDispense({ trial: TRIAL, packs, dispensed: new Set([4]) }))).toEqual([1])
})

test('a waiting pack has its trial, site, participant, allocation and expiry', () => {
  const packs = [aWaitingPack(1, 30, '2026-11-20T14:12:00Z')]
  const participantIds = new Map([[30, 'NOR-022']])
  expect(packsToDispense({ trial: TRIAL, packs, dispensed: new Set(), participantIds })).toEqual([
    {
      id: 1,
      pack_id: 'A-1',
      trial: { id: 7, title: 'CEDAR: sample trial' },
      site: { id: 11, title: 'Northgate' },
      participant: { trial_sequence_no: 30, participant_id: 'NOR-022' },
      allocated_at: '2026-11-20T14:12:00Z',
      expire_on: '2027-03-31',
    },
  ])
})

test('unsaved fields of a pack stay unknown', () => {
  const packs = [{ ...aWaitingPack(1, 30), site_id: null, expire_on: null }]
  expect(packsToDispense({ trial: TRIAL, packs, dispensed: new Set() })).toMatchObject([
    { site: null, allocated_at: null, expire_on: null, participant: { participant_id: null } },
  ])
})

test('the packs of several trials are ordered by their time of allocation, those without one last', () => {
  const queue = (trialId: number, packs: Parameters<typeof aWaitingPack>[]) =>
    packsToDispense({
      trial: { ...TRIAL, id: trialId },
      packs: packs.map((pack) => aWaitingPack(...pack)),
      dispensed: new Set(),
    })
  const all = [
    ...queue(7, [
      [1, 1],
      [2, 2, '2026-11-21T10:00:00Z'],
    ]),
    ...queue(8, [[3, 1, '2026-11-20T10:00:00Z']]),
  ]
  expect(idsOf(oldestFirst(all))).toEqual([3, 2, 1])
})
