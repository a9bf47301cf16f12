import { refusal, type Refusal } from '#contract/errors'
import type { randomiseParticipant as endpoint } from '#contract/participants'
import type { DuplicateWarning } from '#domain/participants/participant'
import { allocate, readStates } from '#domain/randomisation/allocate'
import { openGroupIds } from '#domain/randomisation/design'
import { randomSource } from '#domain/randomisation/random-source'
import { stateKeys } from '#domain/randomisation/state-keys'
import { chosenOptions, type ChosenOption } from '#domain/randomisation/strata'
import { mayRandomise, type RandomisingTrial } from '#domain/participants/randomise-request'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import type { NewParticipant, TrialState } from '../../ground/db/allocations'
import type { NewKey, StoredKey } from '../../ground/db/idempotency-keys'
import type { AllocatablePack } from '../../ground/db/pack-allocation'
import type { ParticipantRow } from '../../ground/db/participants'
import type { WholeTrial } from '../../ground/db/trials'
import { ledgerLink, type LedgerLink } from '../../ground/ledger/ledger-chain'
import { drawWords } from '../../ground/ledger/words'
import { requireValue } from '../../ground/require-value'
import { dayIn } from '../../ground/time/calendar'
import type { Call } from '../call/call'
import { keyStateOf } from '../call/idempotency-keys'
import type { TrialView } from '../call/view'
import { refusalOf, strataFault } from './randomise-refusals'
import type { TrialSetup } from './trial-setup'

/** One request of a person who may randomise in the trial; `now` is when it is judged. */
export type BatchRequest = {
  call: Pick<Call<typeof endpoint>, 'body' | 'idempotency_key' | 'request_hash'> & { actor: { user_id: number } }
  view: Pick<TrialView, 'sites'>
  now: string
}

/** What a trial says about its randomisations that only a save of its settings can change. */
type BatchSetup = Pick<TrialSetup, 'design' | 'labels'> & {
  keys: Pick<TrialSetup['keys'], 'drawKey' | 'saltKey'>
  trial: Omit<RandomisingTrial, keyof TrialState> &
    Pick<WholeTrial, 'id' | 'is_managing_packs' | 'is_site_managing_packs' | 'selected_timezone'> & {
      trial_strata: readonly { id: number; name: string }[]
    }
}

/** Where a trial stands before a batch, under its lock. */
export type BatchState = {
  setup: BatchSetup
  trialState: TrialState
  /** What the draws before left under a key, or null. */
  drawStateOf: (key: string) => unknown
  /** The comparable ids of these requests that the trial has already. */
  used_ids: ReadonlySet<string>
  /** The keys of these requests that have an effect or were closed, and those that another transaction uses at this moment. */
  keys: readonly StoredKey[]
  keys_in_use: readonly { user_id: number; key: string }[]
  /** The ids that new participants may have. */
  reserved: readonly number[]
  /** In the order in which they are given, as many of each stock and study group as there are requests. */
  packs: readonly AllocatablePack[]
}

/** One participant drawn: as they will be shown, as they will be stored, their record, and the key that asked for it. */
type Drawn = { row: ParticipantRow; stored: NewParticipant; link: LedgerLink; key: NewKey | null }

/** What became of one request. */
export type Judgement =
  | { kind: 'randomised'; drawn: Drawn }
  /** A repeat of a request of this batch, and of an earlier one by what that changed. */
  | { kind: 'repeated_now'; row: ParticipantRow }
  | { kind: 'repeated'; participant_ids: readonly number[] }
  | { kind: 'refused'; refusal: Refusal }
  /** `earlier` are those with the same id who were drawn before in this batch. */
  | { kind: 'duplicate'; warning: DuplicateWarning; comparable_id: string; earlier: readonly ParticipantRow[] }
  /** `is_stocked`: whether the stock has packs at all, so that it lacks a study group. */
  | { kind: 'packs_missing'; is_stocked: boolean }

/** All that a batch changes, and what became of each of its requests, in order. */
export type BatchDelta<Request = BatchRequest> = {
  judged: readonly { request: Request; judgement: Judgement }[]
  trialState: TrialState
  /** What the next draws go on from, by key. */
  states: ReadonlyMap<string, object>
  drawn: readonly Drawn[]
}

/** Another transaction is at work under the key of a request: nothing of the request was done, and it may be tried again. */
export const KEY_IN_USE: Refusal = refusal('unavailable')

/**
 * Judges and draws one request after another, each from what those before left
 * (src/specification/rct-alloc-1.md#rules-around-the-draw). A refusal moves nothing: no number, no word, no pack. Pure: the same in,
 * the same out. Throws where the trial's own rows contradict each other, before anything is stored.
 */
export const allocateBatch = <Request extends BatchRequest>(
  state: BatchState,
  requests: readonly Request[],
): BatchDelta<Request> =>
  requests.reduce<BatchDelta<Request>>((delta, request) => after(delta, request, judge(state, delta, request)), {
    judged: [],
    trialState: state.trialState,
    states: new Map(),
    drawn: [],
  })

/** What those before a request left. */
type BatchSoFar = Omit<BatchDelta, 'judged'>

type Step = { judgement: Judgement; states?: ReadonlyMap<string, object> }

const after = <Request>(
  delta: BatchDelta<Request>,
  request: Request,
  { judgement, states = new Map() }: Step,
): BatchDelta<Request> => {
  const judged = [...delta.judged, { request, judgement }]
  if (judgement.kind !== 'randomised') return { ...delta, judged }
  const { stored, link } = judgement.drawn
  const trialState = {
    ...delta.trialState,
    num_sampled: delta.trialState.num_sampled + 1,
    last_sequence_no: stored.trial_sequence_no,
    allocation_counter: stored.allocation_counter,
    ledger_length: link.i,
    ledger_head: link.hash,
  }
  return {
    judged,
    trialState,
    states: new Map([...delta.states, ...states]),
    drawn: [...delta.drawn, judgement.drawn],
  }
}

const judge = (state: BatchState, delta: BatchSoFar, request: BatchRequest): Step => {
  const repeat = judgeKey(state, delta, request)
  if (repeat !== null) return { judgement: repeat }
  const { setup } = state
  const { body } = request.call
  const options = chosenOptions(setup.design, body.participant_strata)
  if (!options.ok) return refusedFor(strataFault(setup.trial.trial_strata, body.participant_strata, options.refusal))
  const trial = { ...setup.trial, ...delta.trialState }
  const drawnWith = (id: string) => delta.drawn.filter(({ stored }) => stored.comparable_id === id)
  const isUsed = (id: string) => state.used_ids.has(id) || drawnWith(id).length > 0
  const allowed = mayRandomise(trial, request.view.sites, isUsed, body)
  if (!allowed.ok) {
    const why = allowed.refusal
    if (why.code !== 'participant_id_duplicate') return refusedFor(refusalOf(why))
    const earlier = drawnWith(why.comparable_id).map(({ row }) => row)
    return {
      judgement: { kind: 'duplicate', warning: why.warning, comparable_id: why.comparable_id, earlier },
    }
  }
  const packs = setup.trial.is_managing_packs ? packsFor(state, delta, request) : NO_PACKS
  // Refusing after the draw would tell which group was next.
  const isStocked = openGroupIds(setup.design).every((id) => packs.has(id))
  if (setup.trial.is_managing_packs && !isStocked)
    return { judgement: { kind: 'packs_missing', is_stocked: packs.size > 0 } }
  return draw(state, delta, request, { options: options.value, comparable_id: allowed.value.comparable_id, packs })
}

const refusedFor = (why: Refusal): Step => ({ judgement: { kind: 'refused', refusal: why } })

/** A key that is done is answered from what it changed, a closed one with its refusal. Null for a new one, which goes on. */
const judgeKey = (
  { keys, keys_in_use }: BatchState,
  { drawn }: BatchSoFar,
  { call }: BatchRequest,
): Judgement | null => {
  const { idempotency_key: key, actor } = call
  if (key === null) return null
  const isIts = (other: { user_id: number; key: string }) => other.user_id === actor.user_id && other.key === key
  // A key comes before a trial: under the trial's lock nobody waits for one.
  if (keys_in_use.some(isIts)) return { kind: 'refused', refusal: KEY_IN_USE }
  const drawnUnder = drawn.find((one) => one.key !== null && isIts(one.key))
  const stored = drawnUnder?.key ?? keys.find(isIts)
  if (!stored) return null
  const keyState = keyStateOf(stored, call.request_hash)
  if (keyState.state === 'closed') return { kind: 'refused', refusal: refusal('idempotency_key_closed') }
  if (keyState.state !== 'done') return { kind: 'refused', refusal: refusal('idempotency_key_reused') }
  if (drawnUnder) return { kind: 'repeated_now', row: drawnUnder.row }
  return { kind: 'repeated', participant_ids: keyState.rows['participants'] ?? [] }
}

type PackOfGroup = ReadonlyMap<number, AllocatablePack>

const NO_PACKS: PackOfGroup = new Map()

/** The next pack of each study group that has one to give, at the request's stock and day. */
const packsFor = ({ setup, packs }: BatchState, { drawn }: BatchSoFar, { call, now }: BatchRequest): PackOfGroup => {
  const { trial } = setup
  const today = dayIn(trial.selected_timezone, now)
  const allocatedPackIds = new Set(
    drawn.flatMap(({ stored }) => stored.groups.flatMap(({ study_pack_id }) => study_pack_id ?? [])),
  )
  const givable = packs.filter(
    ({ id, site_id, last_day }) =>
      !allocatedPackIds.has(id) &&
      (!trial.is_site_managing_packs || site_id === call.body.site_id) &&
      (last_day === null || last_day >= today),
  )
  // The first of each group is the one that stays.
  return new Map(givable.toReversed().map((pack) => [pack.study_group_id, pack]))
}

type Admitted = { options: readonly ChosenOption[]; comparable_id: string | null; packs: PackOfGroup }

/** Draws for one participant who may be randomised. Nothing may refuse from here. */
const draw = (
  state: BatchState,
  delta: BatchSoFar,
  { call, now }: BatchRequest,
  { options, comparable_id, packs }: Admitted,
): Step => {
  const { setup } = state
  const { trialState } = delta
  const { body, actor } = call
  const counter = trialState.allocation_counter + 1
  const keys = stateKeys(setup.design, trialState.epoch, { site_id: body.site_id, options })
  const stored = readStates(
    setup.design,
    keys.map((key) => delta.states.get(key) ?? state.drawStateOf(key)),
  )
  if (!stored.ok) throw new Error(`a state of trial ${setup.trial.id} is damaged, one of ${keys.join(', ')}`)
  const drawn = allocate(setup.design, stored.value, randomSource(drawWords(setup.keys.drawKey, counter)))
  const participant: NewParticipant = {
    id: reservedId(state, delta),
    trial_sequence_no: trialState.last_sequence_no + 1,
    created_at: now,
    created_by: actor.user_id,
    site_id: body.site_id,
    participant_id: body.participant_id,
    comparable_id,
    allocation_counter: counter,
    epoch: trialState.epoch,
    arm: drawn.drawn_index,
    groups: drawn.group_ids.map((id, factor) => ({
      factorial_level: factor + 1,
      study_group_id: id,
      study_pack_id: packs.get(id)?.id ?? null,
    })),
    options,
  }
  const link = ledgerLink(setup.keys.saltKey, ledgerHead(setup, trialState), {
    type: 'allocation',
    i: trialState.ledger_length + 1,
    at: now,
    counter,
    epoch: trialState.epoch,
    site: body.site_id,
    options: options.map((option) => ({ stratum: option.trial_stratum_id, option: option.trial_stratum_option_id })),
    arm: drawn.drawn_index,
    groups: drawn.group_ids,
  })
  const row = rowOf(setup, participant, packs)
  return {
    judgement: { kind: 'randomised', drawn: { row, stored: participant, link, key: keyOf(call, participant) } },
    states: new Map(
      keys.flatMap((key, place): [string, object][] => {
        const next = drawn.states[place]
        return next === undefined ? [] : [[key, next]]
      }),
    ),
  }
}

const reservedId = ({ reserved }: BatchState, { drawn }: BatchSoFar): number => {
  const id = reserved[drawn.length]
  if (id === undefined) throw new Error('more participants were drawn than numbers were reserved')
  return id
}

const ledgerHead = ({ trial }: BatchSetup, { ledger_head }: TrialState): string => {
  if (ledger_head === null) throw new Error(`trial ${trial.id} is Started without a ledger`)
  return ledger_head
}

/** The key with its effect. */
const keyOf = ({ idempotency_key: key, request_hash, actor }: BatchRequest['call'], stored: NewParticipant) =>
  key === null
    ? null
    : {
        user_id: actor.user_id,
        key,
        request_hash,
        status: 201,
        rows: { participants: [stored.id] },
        created_at: stored.created_at,
      }

const rowOf = ({ labels }: BatchSetup, participant: NewParticipant, packs: PackOfGroup): ParticipantRow => ({
  id: participant.id,
  trial_sequence_no: participant.trial_sequence_no,
  created_at: participant.created_at,
  participant_id: participant.participant_id,
  groups: participant.groups.map(({ study_group_id }) => {
    const pack = packs.get(study_group_id)
    return {
      ...requireValue(labels.groups, study_group_id, 'study group'),
      study_pack: pack ? { id: pack.id, pack_id: pack.pack_id, study_pack_status_id: ALLOCATED } : null,
    }
  }),
  site: requireValue(labels.sites, participant.site_id, 'site'),
  strata: participant.options.map((option) =>
    requireValue(labels.options, option.trial_stratum_option_id, 'option of a stratum'),
  ),
  flags: [],
  is_flagged: false,
  is_counted_out: false,
  is_unblinded: false,
})

const ALLOCATED = studyPackStatusId('allocated')
