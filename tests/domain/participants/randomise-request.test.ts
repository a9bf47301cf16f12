import {
  mayRandomise,
  type Earlier,
  type RandomiseRequest,
  type RandomisingTrial,
} from '#domain/participants/randomise-request'
import type { PermittedSites } from '#domain/people/permissions'
import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const IGNORE = 1
const WARN = 2
const BLOCK = 3

const trial: RandomisingTrial = {
  trial_status_id: 3,
  sample_size: 100,
  num_sampled: 40,
  is_participant_id_used: true,
  is_participant_id_required: false,
  participant_id_label: null,
  participant_id_warning_id: BLOCK,
  is_opening_sites: true,
  sites: [
    { id: 1, is_deleted: false, opened_at: '2026-11-21T05:03:00.000Z' },
    { id: 2, is_deleted: true, opened_at: null },
    { id: 4, is_deleted: false, opened_at: null },
  ],
}
const request: RandomiseRequest = { site_id: 1, participant_id: null, approve_duplicate: false }

type RequestOverrides = {
  trial?: Partial<RandomisingTrial>
  request?: Partial<RandomiseRequest>
  sites?: PermittedSites
  used?: string[]
  is_site_full?: boolean
  full_option?: Earlier['full_option']
}

const judged = (facts: RequestOverrides) =>
  mayRandomise(
    { ...trial, ...facts.trial },
    facts.sites ?? 'all',
    {
      isUsed: (comparable) => facts.used?.includes(comparable) ?? false,
      is_site_full: facts.is_site_full ?? false,
      full_option: facts.full_option ?? null,
    },
    { ...request, ...facts.request },
  )

const FEMALE = { stratum: 'Sex', option: 'Female' }

/** Every obstacle to a randomisation, in the order of the contract. */
const OBSTACLES: readonly [says: string, overrides: RequestOverrides, refusal: object][] = [
  [
    'a site of another trial',
    { request: { site_id: 9 } },
    { code: 'invalid', field: 'site_id', message: 'This site is not part of the trial' },
  ],
  [
    'a missing participant id',
    { trial: { is_participant_id_required: true } },
    { code: 'invalid', field: 'participant_id', message: 'Participant ID is required' },
  ],
  ['a site out of reach', { sites: [3] }, { code: 'site_not_permitted' }],
  ['a trial that is paused', { trial: { trial_status_id: 4 } }, { code: 'trial_not_started' }],
  ['a full trial', { trial: { num_sampled: 100 } }, { code: 'sample_size_reached' }],
  ['a deleted site', { request: { site_id: 2 } }, { code: 'site_deleted' }],
  ['a site that was not opened', { request: { site_id: 4 } }, { code: 'site_not_opened' }],
  ['a full site', { is_site_full: true }, { code: 'site_full' }],
  ['a full stratum', { full_option: FEMALE }, { code: 'stratum_full', ...FEMALE }],
]

describe('a request to randomise', () => {
  it.each(OBSTACLES)('is stopped by %s', (_what, facts, refusal) => {
    expect(judged(facts)).toEqual({ ok: false, refusal })
  })

  it('is stopped by the first of several obstacles', () => {
    for (const [index, [, earlier, refusal]] of OBSTACLES.entries()) {
      for (const [, later] of OBSTACLES.slice(index + 1)) {
        const both: RequestOverrides = {
          trial: { ...later.trial, ...earlier.trial },
          request: { ...later.request, ...earlier.request },
          sites: earlier.sites ?? later.sites ?? 'all',
          is_site_full: (earlier.is_site_full ?? later.is_site_full) === true,
          full_option: earlier.full_option ?? later.full_option ?? null,
        }
        expect(judged(both)).toEqual({ ok: false, refusal })
      }
    }
  })

  it('is not stopped by a site that was never opened, where sites need not be', () => {
    expect(judged({ trial: { is_opening_sites: false }, request: { site_id: 4 } })).toMatchObject({ ok: true })
  })

  it.each(TRIAL_STATUSES.filter(({ name }) => name !== 'Started'))('is stopped while the trial is $name', ({ id }) => {
    expect(judged({ trial: { trial_status_id: id } })).toMatchObject({ refusal: { code: 'trial_not_started' } })
  })

  it('is stopped by a participant id where the trial uses none', () => {
    const facts = { trial: { is_participant_id_used: false }, request: { participant_id: 'P-1' } }
    expect(judged(facts)).toMatchObject({
      refusal: { code: 'invalid', field: 'participant_id', message: 'This trial does not use participant IDs' },
    })
  })

  it('needs no participant id where the trial uses none, whatever else the trial says', () => {
    const facts = { trial: { is_participant_id_used: false, is_participant_id_required: true } }
    expect(judged(facts)).toMatchObject({ ok: true })
  })

  it('goes to the draw without an id', () => {
    expect(judged({})).toEqual({ ok: true, value: { comparable_id: null } })
  })

  it('goes to the draw with its comparable id', () => {
    expect(judged({ request: { participant_id: ' P-17 ' } })).toEqual({ ok: true, value: { comparable_id: 'p-17' } })
  })
})

describe('the sample size', () => {
  it.each([
    [100, 99, true],
    [100, 100, false],
    [100, 101, false],
    [1, 0, true],
    [0, 0, true],
    [0, 1_000_000, true],
  ])('of %d admits another after %d: %s', (sample_size, num_sampled, let_in) => {
    expect(judged({ trial: { sample_size, num_sampled } }).ok).toBe(let_in)
  })
})

describe('a participant id that is used already', () => {
  const again = (participant_id_warning_id: number, approve_duplicate: boolean) =>
    judged({
      trial: { participant_id_warning_id },
      request: { participant_id: 'p-17 ', approve_duplicate },
      used: ['p-17'],
    })

  it.each([
    ['Warn', WARN, false],
    ['Block', BLOCK, false],
    ['Block', BLOCK, true],
  ])('is stopped by %s', (warning, id, approved) => {
    expect(again(id, approved)).toEqual({
      ok: false,
      refusal: { code: 'participant_id_duplicate', warning, comparable_id: 'p-17' },
    })
  })

  it.each([
    [IGNORE, false],
    [IGNORE, true],
    [WARN, true],
  ])('passes %d with approval %s', (id, approved) => {
    expect(again(id, approved)).toEqual({ ok: true, value: { comparable_id: 'p-17' } })
  })

  it('is compared only where there is an id', () => {
    expect(judged({ used: ['', 'null'] }).ok).toBe(true)
  })
})

describe('a request of any kind', () => {
  it('goes to the draw only in a started trial that has room, at a site in reach', () => {
    const requests = fc.record({
      trial: fc.record({
        trial_status_id: fc.integer({ min: 0, max: 8 }),
        sample_size: fc.integer({ min: 0, max: 3 }),
        num_sampled: fc.integer({ min: 0, max: 4 }),
      }),
      request: fc.record({ site_id: fc.integer({ min: 1, max: 3 }) }),
      sites: fc.constantFrom<PermittedSites>('all', [], [1], [2], [3]),
    })
    fc.assert(
      fc.property(requests, (facts) => {
        const hasRoom = facts.trial.sample_size === 0 || facts.trial.num_sampled < facts.trial.sample_size
        const isInReach = facts.sites === 'all' || facts.sites.includes(facts.request.site_id)
        const expected = facts.trial.trial_status_id === 3 && hasRoom && isInReach && facts.request.site_id === 1
        expect(judged(facts).ok).toBe(expected)
      }),
    )
  })
})
