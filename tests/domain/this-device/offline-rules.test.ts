import { offlineDispense, type OfflineDispense } from '#domain/this-device/offline-rules'
import { STUDY_PACK_STATUSES, studyPackStatusId } from '#domain/study-packs/study-pack'
import { describe, expect, it } from 'vitest'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const allocated = { study_pack_status_id: studyPackStatusId('allocated'), expire_on: '2026-11-21' }
const today = '2026-11-21'

describe('a pack that is allocated may be dispensed without the connection', () => {
  it.each<[string, number, OfflineDispense]>([
    ['freely at once', 0, { kind: 'free' }],
    ['freely up to an hour later', HOUR, { kind: 'free' }],
    ['with a tick after that', HOUR + 1, { kind: 'needs_tick' }],
    ['with a tick up to a day later', 24 * HOUR, { kind: 'needs_tick' }],
    ['not any more after that', 24 * HOUR + 1, { kind: 'refused', refusal: 'too_old' }],
    ['freely, where a clock is kept right by some seconds', -60_000, { kind: 'free' }],
    ['not where the clock was put back', -60_001, { kind: 'refused', refusal: 'age_unknown' }],
  ])('%s', (_, age_ms, verdict) => {
    expect(offlineDispense(allocated, { age_ms, today })).toEqual(verdict)
  })

  it.each<[string | null, OfflineDispense['kind']]>([
    [null, 'free'],
    ['2026-11-22', 'free'],
    ['2026-11-21', 'free'],
    ['2026-11-20', 'refused'],
  ])('by its expiry %s: %s', (expire_on, kind) => {
    expect(offlineDispense({ ...allocated, expire_on }, { age_ms: 0, today }).kind).toBe(kind)
  })
})

describe('a pack in any other status is never dispensed', () => {
  it.each(STUDY_PACK_STATUSES.filter(({ key }) => key !== 'allocated').map(({ name, id }) => [name, id]))(
    '%s',
    (_, study_pack_status_id) => {
      const pack = { study_pack_status_id, expire_on: null }
      expect(offlineDispense(pack, { age_ms: 0, today })).toEqual({ kind: 'refused', refusal: 'not_allocated' })
    },
  )
})
