import { describe, expect, test } from 'vitest'
import {
  allocateBatch,
  KEY_IN_USE,
  type BatchDelta,
  type BatchRequest,
  type BatchState,
  type Judgement,
} from '../../../../src/server/use-cases/participants/allocate-batch'
import { aDesign } from '../../../domain/randomisation/designs'

const NOW = '2026-11-21T05:03:00.000Z'
const HASH = new Uint8Array([1])
const OTHER_HASH = new Uint8Array([2])

/** Blocks of 2: of each two participants of a sex, one gets each group. */
const STATE: BatchState = {
  setup: {
    design: aDesign({
      randomisation_method_id: 1,
      block_size_min: 2,
      block_size_max: 2,
      is_stratified: true,
      trial_strata: [{ id: 5, option_ids: [51, 52] }],
    }),
    keys: { drawKey: new Uint8Array(32).fill(7), saltKey: new Uint8Array(32).fill(8) },
    labels: {
      groups: new Map([
        [1, { name: 'Aspirin', label: 'A' }],
        [2, { name: 'Placebo', label: null }],
      ]),
      sites: new Map([
        [11, { id: 11, title: 'Ward' }],
        [12, { id: 12, title: 'Clinic' }],
      ]),
      options: new Map([
        [51, { stratum: 'Sex', option: 'Female' }],
        [52, { stratum: 'Sex', option: 'Male' }],
      ]),
    },
    trial: {
      id: 3,
      is_managing_packs: false,
      is_site_managing_packs: true,
      selected_timezone: 'UTC',
      is_participant_id_used: true,
      is_participant_id_required: false,
      participant_id_label: null,
      participant_id_warning_id: 2,
      is_opening_sites: false,
      cap_notice_percent: 90,
      study_groups: [1, 2].map((id) => ({ id, weight: 1, max_participants: null, is_closed_at_cap: false })),
      sites: [11, 12].map((id) => ({ id, is_deleted: false, opened_at: null, max_participants: null })),
      trial_strata: [
        {
          id: 5,
          name: 'Sex',
          trial_stratum_options: [
            { id: 51, name: 'Female', max_participants: null },
            { id: 52, name: 'Male', max_participants: null },
          ],
        },
      ],
    },
  },
  trialState: {
    setup_version: 1,
    trial_status_id: 3,
    sample_size: 0,
    num_sampled: 4,
    last_sequence_no: 6,
    allocation_counter: 6,
    epoch: 1,
    ledger_length: 9,
    ledger_head: '00'.repeat(32),
  },
  drawStateOf: () => null,
  used_ids: new Set(),
  keys: [],
  keys_in_use: [],
  reserved: [101, 102, 103, 104],
  packs: [],
  cap_counts: { sites: new Map(), options: new Map(), groups: new Map() },
}

const WITH_PACKS: BatchState = {
  ...STATE,
  setup: { ...STATE.setup, trial: { ...STATE.setup.trial, is_managing_packs: true } },
}

type Wanted = Partial<BatchRequest['call']['body']> & { key?: string; hash?: Uint8Array; who?: number; now?: string }

const aRequest = ({ key, hash = HASH, who = 1, now = NOW, ...body }: Wanted = {}): BatchRequest => ({
  call: {
    actor: { user_id: who },
    idempotency_key: key ?? null,
    request_hash: hash,
    body: {
      site_id: 11,
      participant_id: null,
      approve_duplicate: false,
      participant_strata: [{ trial_stratum_id: 5, trial_stratum_option_id: 51 }],
      ...body,
    },
  },
  view: { sites: 'all' },
  now,
  ahead_ms: 0,
})

const aPack = (id: number, study_group_id: number, site_id: number | null = 11, last_day: string | null = null) => ({
  id,
  pack_id: `P-${id}`,
  study_group_id,
  site_id,
  last_day,
})

const inWords = (judgement: Judgement): string => {
  switch (judgement.kind) {
    case 'randomised':
      return `randomised ${judgement.drawn.stored.trial_sequence_no}`
    case 'repeated_now':
      return `repeats ${judgement.row.trial_sequence_no}`
    case 'repeated':
      return `repeats the stored ${judgement.participant_ids.join(' ')}`
    case 'refused':
      return judgement.refusal === KEY_IN_USE ? 'key in use' : judgement.refusal.code
    case 'duplicate':
      return `duplicate of ${judgement.comparable_id}, ${judgement.earlier.map((row) => row.id).join(' ')}`
    case 'packs_missing':
      return judgement.is_stocked ? 'packs of a group missing' : 'packs missing'
  }
}

const judgements = ({ judged }: BatchDelta): string[] => judged.map(({ judgement }) => inWords(judgement))

const storedKey = (key: string, status: number | null) => ({
  user_id: 1,
  key,
  request_hash: HASH,
  status,
  rows: { participants: [77] },
})

const CASES: { says: string; state?: Partial<BatchState>; requests: Wanted[]; judged: string[] }[] = [
  { says: 'nobody', requests: [], judged: [] },
  { says: 'two, numbered in their order', requests: [{}, {}], judged: ['randomised 7', 'randomised 8'] },
  {
    says: 'a refused one between two, which moves nothing',
    requests: [{}, { site_id: 99 }, {}],
    judged: ['randomised 7', 'validation_failed', 'randomised 8'],
  },
  {
    says: 'an option that is none of the trial',
    requests: [{ participant_strata: [{ trial_stratum_id: 5, trial_stratum_option_id: 59 }] }],
    judged: ['validation_failed'],
  },
  { says: 'a stratum left out', requests: [{ participant_strata: [] }], judged: ['validation_failed'] },
  {
    says: 'as many as the sample still takes',
    state: { trialState: { ...STATE.trialState, sample_size: 5 } },
    requests: [{}, {}],
    judged: ['randomised 7', 'sample_size_reached'],
  },
  {
    says: 'one participant id twice, the second of them the duplicate of the first',
    requests: [{ participant_id: 'K1' }, { participant_id: 'k1 ' }, { participant_id: 'K2' }],
    judged: ['randomised 7', 'duplicate of k1, 101', 'randomised 8'],
  },
  {
    says: 'a participant id whose first bearer is refused',
    requests: [{ participant_id: 'K1', site_id: 99 }, { participant_id: 'K1' }],
    judged: ['validation_failed', 'randomised 7'],
  },
  {
    says: 'one key twice, the second of them a repeat',
    requests: [{ key: 'a' }, { key: 'a' }, { key: 'a', who: 2 }],
    judged: ['randomised 7', 'repeats 7', 'randomised 8'],
  },
  {
    says: 'one key with two bodies',
    requests: [{ key: 'a' }, { key: 'a', hash: OTHER_HASH }],
    judged: ['randomised 7', 'idempotency_key_reused'],
  },
  {
    says: 'one key twice, refused the first time',
    requests: [{ key: 'a', site_id: 99 }, { key: 'a' }],
    judged: ['validation_failed', 'randomised 7'],
  },
  {
    says: 'keys that are done, closed, used otherwise, and in use',
    state: {
      keys: [storedKey('done', 201), storedKey('closed', null), storedKey('other', 201)],
      keys_in_use: [{ user_id: 1, key: 'busy' }],
    },
    requests: [{ key: 'done' }, { key: 'closed' }, { key: 'other', hash: OTHER_HASH }, { key: 'busy' }, {}],
    judged: ['repeats the stored 77', 'idempotency_key_closed', 'idempotency_key_reused', 'key in use', 'randomised 7'],
  },
]

describe('a batch of', () => {
  test.each(CASES)('$says', ({ state, requests, judged }) => {
    const delta = allocateBatch({ ...STATE, ...state }, requests.map(aRequest))
    expect(judgements(delta)).toEqual(judged)
    const drawn = delta.drawn.length
    expect(delta.trialState).toMatchObject({
      num_sampled: 4 + drawn,
      last_sequence_no: 6 + drawn,
      allocation_counter: 6 + drawn,
      ledger_length: 9 + drawn,
    })
    expect(delta.drawn.map(({ stored }) => stored.id)).toEqual([101, 102].slice(0, drawn))
  })
})

test('leaves its input unchanged, and gives the same result for the same input', () => {
  const requests = [{ key: 'a', participant_id: 'K1' }, { participant_id: 'K2' }].map(aRequest)
  const before = structuredClone({ ...STATE, drawStateOf: null })
  const first = allocateBatch(STATE, requests)
  expect(allocateBatch(STATE, requests)).toEqual(first)
  expect({ ...STATE, drawStateOf: null }).toEqual(before)
})

test('each draw continues from the one before, of its own stratum', () => {
  const male = [{ trial_stratum_id: 5, trial_stratum_option_id: 52 }]
  const requests = [{}, { participant_strata: male }, {}, { participant_strata: male }].map(aRequest)
  const { drawn, states } = allocateBatch(STATE, requests)
  const groups = drawn.map(({ stored }) => stored.groups.map(({ study_group_id }) => study_group_id))
  expect(new Set([groups[0], groups[2]].flat())).toEqual(new Set([1, 2]))
  expect(new Set([groups[1], groups[3]].flat())).toEqual(new Set([1, 2]))
  expect(states.size).toBe(2)
})

test('requests one after another give the same as all at once', () => {
  const requests = [{}, {}, {}].map(aRequest)
  const together = allocateBatch(STATE, requests)
  let { trialState, reserved } = STATE
  let states: ReadonlyMap<string, object> = new Map()
  const apart = requests.flatMap((request) => {
    const known = states
    const delta = allocateBatch({ ...STATE, trialState, reserved, drawStateOf: (key) => known.get(key) ?? null }, [
      request,
    ])
    trialState = delta.trialState
    reserved = reserved.slice(1)
    states = new Map([...states, ...delta.states])
    return delta.drawn
  })
  expect(apart).toEqual(together.drawn)
  expect(trialState).toEqual(together.trialState)
})

describe('packs', () => {
  const packsOf = ({ drawn }: BatchDelta) =>
    drawn.map(({ stored }) => stored.groups.map(({ study_pack_id }) => study_pack_id)).flat()

  test('are allocated in their order, each once, of the drawn group', () => {
    const packs = [aPack(21, 1), aPack(22, 2), aPack(23, 1), aPack(24, 2)]
    const delta = allocateBatch({ ...WITH_PACKS, packs }, [{}, {}].map(aRequest))
    expect(new Set(packsOf(delta))).toEqual(new Set([21, 22]))
    for (const { row, stored } of delta.drawn) {
      const [group] = stored.groups
      expect(packs.find(({ id }) => id === group?.study_pack_id)?.study_group_id).toBe(group?.study_group_id)
      expect(row.groups[0]?.study_pack?.study_pack_status_id).toBe(5)
    }
  })

  test.each<[says: string, packs: BatchState['packs'], judged: string[]]>([
    ['are none at all', [], ['packs missing', 'packs missing']],
    ['lack a group', [aPack(21, 1)], ['packs of a group missing', 'packs of a group missing']],
    ['run out within the batch', [aPack(21, 1), aPack(22, 2)], ['randomised 7', 'packs of a group missing']],
    ['are another site’s', [aPack(21, 1, 12), aPack(22, 2, 12)], ['packs missing', 'packs missing']],
    [
      'are past their last day',
      [aPack(21, 1, 11, '2026-11-20'), aPack(22, 2)],
      ['packs of a group missing', 'packs of a group missing'],
    ],
  ])('that %s refuse before the draw', (_says, packs, judged) => {
    const delta = allocateBatch({ ...WITH_PACKS, packs }, [{}, {}].map(aRequest))
    expect(judgements(delta)).toEqual(judged)
    expect(delta.trialState.allocation_counter).toBe(6 + delta.drawn.length)
  })

  test('are judged by the day of each request', () => {
    const packs = [aPack(21, 1, 11, '2026-11-21'), aPack(22, 2, 11, '2026-11-21'), aPack(23, 1), aPack(24, 2)]
    const requests = [{ now: '2026-11-22T00:00:00.000Z' }, { now: NOW }].map(aRequest)
    const [first, second] = packsOf(allocateBatch({ ...WITH_PACKS, packs }, requests))
    expect([23, 24]).toContain(first)
    expect([21, 22]).toContain(second)
  })

  test('of the whole trial are allocated at every site', () => {
    const { trial } = WITH_PACKS.setup
    const setup = { ...WITH_PACKS.setup, trial: { ...trial, is_site_managing_packs: false } }
    const packs = [aPack(21, 1, null), aPack(22, 2, 12)]
    expect(judgements(allocateBatch({ ...WITH_PACKS, setup, packs }, [aRequest()]))).toEqual(['randomised 7'])
  })
})

describe('throws, and shows no empty name, where', () => {
  const without = (labels: Partial<BatchState['setup']['labels']>): Partial<BatchState> => ({
    setup: { ...STATE.setup, labels: { ...STATE.setup.labels, ...labels } },
  })
  test.each<[says: string, state: Partial<BatchState>, words: RegExp]>([
    ['the group drawn is not found', without({ groups: new Map() }), /no study group \d/],
    ['the site is not found', without({ sites: new Map() }), /no site 11/],
    ['the option is not found', without({ options: new Map() }), /no option of a stratum 51/],
    ['the state of a stratum is damaged', { drawStateOf: () => ({ remaining: [-1, 3] }) }, /damaged/],
    ['no number is reserved', { reserved: [] }, /more participants were drawn than numbers were reserved/],
    ['there is no ledger', { trialState: { ...STATE.trialState, ledger_head: null } }, /without a ledger/],
  ])('%s', (_says, state, words) => {
    expect(() => allocateBatch({ ...STATE, ...state }, [aRequest()])).toThrow(words)
  })

  test('a stratum missing in a request has no name', () => {
    const setup = { ...STATE.setup, trial: { ...STATE.setup.trial, trial_strata: [] } }
    expect(() => allocateBatch({ ...STATE, setup }, [aRequest({ participant_strata: [] })])).toThrow(/no stratum 5/)
  })
})
