import { SCAN_VERDICTS, scanVerdict, type ScanContext, type ScannedPack } from '#domain/study-packs/scan-verdict'
import { STUDY_PACK_STATUSES, studyPackStatusId } from '#domain/study-packs/study-pack'
import { describe, expect, test } from 'vitest'

const TODAY = '2026-11-21'
const sites = [
  { id: 1, title: 'Northern General' },
  { id: 2, title: 'Southern General' },
]
const anybody: ScanContext = {
  entered: 'A-1',
  today: TODAY,
  sites,
  is_site_managing_packs: true,
  own_site_ids: [1],
  recipient: null,
}
const sharing = { is_site_managing_packs: false }
const twelve = { trial_sequence_no: 12, site_id: 1, pack_ids: ['A-7'] }
const forTwelve: ScanContext = { ...anybody, own_site_ids: [1, 2], recipient: twelve }

const pack = (status: Parameters<typeof studyPackStatusId>[0], more: Partial<ScannedPack> = {}): ScannedPack => ({
  pack_id: 'A-1',
  study_pack_status_id: studyPackStatusId(status),
  site_id: 1,
  expire_on: '2026-12-31',
  ...more,
})
const toTwelve = { participant: { trial_sequence_no: 12 } }
const toNine = { participant: { trial_sequence_no: 9 } }

const TABLE = [
  ['is right', pack('allocated', toTwelve), anybody, 'right'],
  ['is right for the participant it was begun from', pack('allocated', toTwelve), forTwelve, 'right'],
  ['is right on the day it expires', pack('allocated', { ...toTwelve, expire_on: TODAY }), anybody, 'right'],
  ['is right where it never expires', pack('allocated', { ...toTwelve, expire_on: null }), anybody, 'right'],
  ['is right where sites manage none', pack('allocated', { ...toTwelve, site_id: null }), forTwelve, 'right'],
  [
    'is right where sites manage none, wherever it lay',
    pack('allocated', { ...toTwelve, site_id: 2 }),
    { ...forTwelve, ...sharing },
    'right',
  ],
  [
    'is right there for whoever works at another site, too',
    pack('allocated', { ...toTwelve, site_id: 2 }),
    { ...anybody, ...sharing },
    'right',
  ],
  ['is not known', null, anybody, 'unknown'],
  ['waits to be activated', pack('inactive'), anybody, 'not_allocated'],
  ['is nobody’s', pack('active'), anybody, 'not_allocated'],
  ['is nobody’s, though somebody is meant', pack('active'), forTwelve, 'not_allocated'],
  ['is allocated to nobody that is known', pack('allocated'), anybody, 'not_allocated'],
  ['is past its day', pack('allocated', { ...toTwelve, expire_on: '2026-11-20' }), anybody, 'expired'],
  ['was set to Expired', pack('expired', { expire_on: null }), anybody, 'expired'],
  ['was removed', pack('removed', toTwelve), forTwelve, 'removed'],
  ['was recalled', pack('recalled', toTwelve), forTwelve, 'recalled'],
  ['was dispensed', pack('dispensed', toTwelve), forTwelve, 'already_dispensed'],
  ['is another’s', pack('allocated', toNine), forTwelve, 'wrong_participant'],
  [
    'is another’s and past its day',
    pack('allocated', { ...toNine, expire_on: '2020-01-01' }),
    forTwelve,
    'wrong_participant',
  ],
  ['is right where it lies at another site', pack('allocated', { ...toTwelve, site_id: 2 }), anybody, 'right'],
  [
    'is right where it lies at another site than its participant',
    pack('allocated', { ...toTwelve, site_id: 2 }),
    forTwelve,
    'right',
  ],
  ['is another’s, at another site', pack('allocated', { ...toNine, site_id: 2 }), forTwelve, 'wrong_participant'],
  ['lies at another site than one’s own', pack('active', { site_id: 2 }), anybody, 'wrong_site'],
  ['lies at another site than the participant', pack('active', { site_id: 2 }), forTwelve, 'wrong_site'],
  ['was removed at another site', pack('removed', { site_id: 2 }), anybody, 'removed'],
] as const

describe('a scanned pack', () => {
  test.each(TABLE)('%s', (_, scanned, context, kind) => {
    expect(scanVerdict(scanned, context).kind).toBe(kind)
  })

  test('is judged in every status', () => {
    const judged = TABLE.flatMap(([, scanned]) => (scanned === null ? [] : [scanned.study_pack_status_id]))
    expect(new Set(judged)).toEqual(new Set(STUDY_PACK_STATUSES.map(({ id }) => id)))
  })

  test('has every possible verdict', () => {
    expect(new Set(TABLE.map(([, , , kind]) => kind))).toEqual(new Set(SCAN_VERDICTS))
  })
})

describe('a stop names the scanned pack and the intended one', () => {
  test.each([
    [null, forTwelve, 'Pack A-1 not found', /Allocated to participant 12: A-7\.$/],
    [
      pack('allocated', toNine),
      forTwelve,
      'Pack A-1 is for another participant',
      /^You scanned pack A-1, which is allocated to participant 9\. Do not dispense it to participant 12\. Allocated to participant 12: A-7\.$/,
    ],
    [
      pack('active', { site_id: 2 }),
      forTwelve,
      'Pack A-1 belongs to another site',
      /belongs to Southern General\. Do not dispense it\. Keep it apart\. Participant 12 is at Northern General\. Allocated to participant 12: A-7\.$/,
    ],
    [
      pack('allocated', { site_id: 2 }),
      anybody,
      'Pack A-1 belongs to another site',
      /belongs to Southern General\. Do not dispense it\. Keep it apart\.$/,
    ],
    [pack('inactive'), anybody, 'Pack A-1 is not allocated to anyone', /^It is Inactive\. Do not dispense it/],
    [
      pack('dispensed', toNine),
      anybody,
      'Pack A-1 has been dispensed already',
      /^It was dispensed to participant 9\. Do not dispense it again\.$/,
    ],
    [pack('recalled'), anybody, 'Pack A-1 has been recalled', /^Do not dispense it/],
    [pack('removed'), anybody, 'Pack A-1 has been removed from the trial', /can never be used again/],
    [
      pack('expired'),
      { ...forTwelve, recipient: { ...twelve, pack_ids: [] } },
      'Pack A-1 has expired',
      /No pack is allocated to participant 12\.$/,
    ],
  ] as const)('$2', (scanned, context, title, words) => {
    const verdict = scanVerdict(scanned, context)
    expect(verdict.title).toBe(title)
    expect(verdict.words).toMatch(words)
  })
})
