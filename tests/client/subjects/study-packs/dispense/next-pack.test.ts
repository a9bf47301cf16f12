import { expect, test } from 'vitest'
import { nextPack } from '../../../../../src/client/subjects/study-packs/dispense/next-pack'
import { packsToDispense } from '../../../../../src/client/subjects/study-packs/queue/packs-to-dispense'
import { aShownPack } from '../../../a-shown-pack'

const ALLOCATED = 5
const SITES = [
  { id: 11, title: 'Queens', is_deleted: false },
  { id: 12, title: 'Abbey', is_deleted: false },
]
const TRIAL = { id: 1, title: 'CEDAR', sites: SITES }

const waiting = (id: number, trial_sequence_no: number, changes: Parameters<typeof aShownPack>[0] = {}) =>
  aShownPack({
    id,
    pack_id: `A-${id}`,
    study_pack_status_id: ALLOCATED,
    participant: { id: 700 + id, trial_sequence_no },
    ...changes,
  })

const CURRENT = waiting(9, 30)

const nextAfter = (
  packs: ReturnType<typeof waiting>[],
  { dispensed = [], own_site_ids = [11, 12] }: { dispensed?: number[]; own_site_ids?: number[] } = {},
) => {
  const all = [CURRENT, ...packs]
  const queue = packsToDispense({ trial: TRIAL, packs: all, dispensed: new Set(dispensed) })
  const context = {
    entered: CURRENT.pack_id,
    today: '2026-11-21',
    sites: SITES,
    is_site_managing_packs: true,
    own_site_ids,
    recipient: { trial_sequence_no: 30, site_id: 11, pack_ids: [CURRENT.pack_id] },
  }
  return nextPack(queue, all, CURRENT, context)?.pack_id ?? null
}

test.each([
  ['the one that was allocated first', [waiting(1, 40), waiting(2, 35)], 'A-2'],
  ['another one of the same participant before that', [waiting(1, 2), waiting(2, 30)], 'A-2'],
  ['one of the same site before an older one elsewhere', [waiting(1, 2, { site_id: 12 }), waiting(2, 35)], 'A-2'],
  ['an older one elsewhere, where none waits at this site', [waiting(1, 2, { site_id: 12 })], 'A-1'],
  ['none that a scan would stop', [waiting(1, 2, { expire_on: '2026-11-20' })], null],
  ['none that nobody waits for', [waiting(1, 2, { study_pack_status_id: 6 })], null],
  ['never the same again', [], null],
])('next comes %s', (_, packs, next) => {
  expect(nextAfter(packs)).toBe(next)
})

test('a pack that was dispensed on this device and is unsent is not offered', () => {
  expect(nextAfter([waiting(1, 2), waiting(2, 35)], { dispensed: [1] })).toBe('A-2')
})

test('a pack that lies at another site is offered, since it goes to its participant', () => {
  expect(nextAfter([waiting(1, 2, { site_id: 12 })], { own_site_ids: [11] })).toBe('A-1')
})
