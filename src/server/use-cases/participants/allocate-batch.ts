import { refusal, type Refusal } from '#contract/errors'
import type { randomiseParticipant as endpoint } from '#contract/participants'
import type { DuplicateWarning } from '#domain/participants/participant'
import { allocate, hasPlace, readStates, type DrawState } from '#domain/randomisation/allocate'
import { stockedGroupIds } from '#domain/randomisation/stocked-groups'
import { placesLeft } from '#domain/randomisation/own-list'
import { randomSource } from '#domain/randomisation/random-source'
import { designAt } from '#domain/randomisation/ratios'
import { stateKeys } from '#domain/randomisation/state-keys'
import { chosenOptions, type ChosenOption } from '#domain/randomisation/strata'
import { mayRandomise, type RandomisingTrial } from '#domain/participants/randomise-request'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import type { NewParticipant, TrialState } from '../../ground/db/allocations'
import type { NewKey, StoredKey } from '../../ground/db/idempotency-keys'
import type { CapCounts } from '../../ground/db/cap-counts'
import type { AllocatablePack } from '../../ground/db/pack-allocation'
import type { ParticipantRow } from '../../ground/db/participants'
import type { WholeTrial } from '../../ground/db/trials'
import { ledgerLink, type LedgerLink } from '../../ground/ledger/ledger-chain'
import { drawWords } from '../../ground/ledger/words'
import { requireValue } from '../../ground/require-value'
import { dayIn } from '../../ground/time/calendar'
import { earlierByMs } from '../../ground/time/clock'
import type { Call } from '../call/call'
import { keyStateOf } from '../call/idempotency-keys'
import type { TrialView } from '../call/view'
import { capEvents, fullGroups, reachedCaps, type CapEvent, type CappedTrial } from './caps-of-request'
import { refusalOf, strataFault } from './randomise-refusals'
import type { TrialSetup } from './trial-setup'

/**
 * One request of a person who may randomise in the trial; `now` is when it is judged, and `ahead_ms` by how much that is ahead of the
 * clock that measures its key.
 */
export type BatchRequest = {
  call: Pick<Call<typeof endpoint>, 'body' | 'idempotency_key' | 'request_hash'> & { actor: { user_id: number } }
  view: Pick<TrialView, 'sites'>
  now: string
  ahead_ms: number
}

/** The facts for randomisations of a trial that only a save of its settings can change. */
type BatchSetup = Pick<TrialSetup, 'design' | 'labels'> & {
  keys: Pick<TrialSetup['keys'], 'drawKey' | 'saltKey'>
  trial: Omit<RandomisingTrial, keyof TrialState> &
    CappedTrial &
    Pick<WholeTrial, 'id' | 'is_managing_packs' | 'is_site_managing_packs' | 'selected_timezone'>
}

/** The state of a trial before a batch, under its lock. */
export type BatchState = {
  setup: BatchSetup
  trialState: TrialState
  /** The stored draw state under a key, or null. */
  drawStateOf: (key: string) => unknown
  /** The comparable ids of these requests that the trial has already. */
  used_ids: ReadonlySet<string>
  /**
   * The keys of these requests that have an effect or were closed, and those in use by another transaction at this
   * moment.
   */
  keys: readonly StoredKey[]
  keys_in_use: readonly { user_id: number; key: string }[]
  /** The ids that new participants may have. */
  reserved: readonly number[]
  /** In the order of allocation, as many of each stock and study group as there are requests. */
  packs: readonly AllocatablePack[]
  /** The participants at the capped sites and options of these requests. */
  cap_counts: CapCounts
}

/** What an uploaded list has left for the stratum of a participant, who took a place of it. */
type PlacesLeft = { stratum_key: string; places_left: number }

/**
 * One participant drawn: as they will be shown, as they will be stored, their record, the key that asked for it, and the caps that they
 * brought near.
 */
type Drawn = {
  row: ParticipantRow
  stored: NewParticipant
  link: LedgerLink
  key: NewKey | null
  left: PlacesLeft | null
  caps: readonly CapEvent[]
}

/** The result of one request. */
export type Judgement =
  | { kind: 'randomised'; drawn: Drawn }
  /** A repeat of a request of this batch, and of an earlier one by its effect. */
  | { kind: 'repeated_now'; row: ParticipantRow }
  | { kind: 'repeated'; participant_ids: readonly number[] }
  | { kind: 'refused'; refusal: Refusal }
  /** `earlier` are the participants with the same id drawn before in this batch. */
  | { kind: 'duplicate'; warning: DuplicateWarning; comparable_id: string; earlier: readonly ParticipantRow[] }
  /** `is_stocked`: the site has packs, but not of every open study group. */
  | { kind: 'packs_missing'; is_stocked: boolean }

/** All changes of a batch, and the result of each of its requests, in order. */
export type BatchDelta<Request = BatchRequest> = {
  judged: readonly { request: Request; judgement: Judgement }[]
  trialState: TrialState
  /** The states from which the next draws continue, by key. */
  states: ReadonlyMap<string, object>
  drawn: readonly Drawn[]
}

/** Another transaction uses the key of a request: the request had no effect, and it may be tried again. */
export const KEY_IN_USE: Refusal = refusal('unavailable')

/** A study group has all its participants and is not closed yet: nothing of the request was done, and it is tried again. */
export const GROUP_CLOSES: Refusal = refusal('unavailable')

/**
 * Judges and draws one request after another, each from the state after those before
 * (src/specification/rct-alloc-1.md#rules-around-the-draw). A refusal uses nothing: no number, no word, no pack. Pure:
 * the same in, the same out. Throws where the trial's own rows contradict each other, before anything is stored.
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

/** The changes before a request in its batch. */
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
  const caps = reachedCaps(trial, state.cap_counts, storedOf(delta), { site_id: body.site_id, options: options.value })
  const allowed = mayRandomise(trial, request.view.sites, { isUsed, ...caps }, body)
  if (!allowed.ok) {
    const cause = allowed.refusal
    if (cause.code !== 'participant_id_duplicate') return refusedFor(refusalOf(cause))
    const earlier = drawnWith(cause.comparable_id).map(({ row }) => row)
    return {
      judgement: { kind: 'duplicate', warning: cause.warning, comparable_id: cause.comparable_id, earlier },
    }
  }
  const place = placeFor(state, delta, body.site_id, options.value)
  if (!hasPlace(place.states, setup.design)) return refusedFor(refusal('list_used_up'))
  const packs = setup.trial.is_managing_packs ? packsFor(state, delta, request) : NO_PACKS
  // A refusal after the draw would reveal the next group.
  const isStocked = stockedGroupIds(setup.design, setup.trial.study_groups).every((id) => packs.has(id))
  if (setup.trial.is_managing_packs && !isStocked)
    return { judgement: { kind: 'packs_missing', is_stocked: packs.size > 0 } }
  // Closed before the next draw. Last, so that only a request that reaches the draw closes a group.
  if (fullGroups(setup.trial, state.cap_counts, storedOf(delta)).length > 0) return refusedFor(GROUP_CLOSES)
  const { comparable_id } = allowed.value
  return draw(state, delta, request, { options: options.value, comparable_id, packs, place })
}

const storedOf = ({ drawn }: BatchSoFar): readonly NewParticipant[] => drawn.map(({ stored }) => stored)

const refusedFor = (cause: Refusal): Step => ({ judgement: { kind: 'refused', refusal: cause } })

/** A used key is answered from its effect, a closed one with its refusal. Null for a new one, which continues. */
const judgeKey = (
  { keys, keys_in_use }: BatchState,
  { drawn }: BatchSoFar,
  { call }: BatchRequest,
): Judgement | null => {
  const { idempotency_key: key, actor } = call
  if (key === null) return null
  const isIts = (other: { user_id: number; key: string }) => other.user_id === actor.user_id && other.key === key
  // A key is judged before a trial is locked: under the lock no request waits for a key.
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

/** The next allocatable pack of each study group, at the request's stock and day. */
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
  // The first of each group must win.
  return new Map(givable.toReversed().map((pack) => [pack.study_group_id, pack]))
}

type Admitted = { options: readonly ChosenOption[]; comparable_id: string | null; packs: PackOfGroup; place: Place }

/** The keys of a participant, and what the draws before left under each. */
type Place = { keys: readonly string[]; states: readonly (DrawState | null)[] }

const placeFor = (
  { setup, drawStateOf }: BatchState,
  { trialState, states }: BatchSoFar,
  site_id: number,
  options: readonly ChosenOption[],
): Place => {
  const keys = stateKeys(setup.design, trialState.epoch, { site_id, options })
  const stored = readStates(
    designAt(setup.design, { options }),
    keys.map((key) => states.get(key) ?? drawStateOf(key)),
  )
  if (!stored.ok) throw new Error(`a state of trial ${setup.trial.id} is damaged, one of ${keys.join(', ')}`)
  return { keys, states: stored.value }
}

/** Draws for one participant who may be randomised. Nothing may refuse from here. */
const draw = (
  state: BatchState,
  delta: BatchSoFar,
  request: BatchRequest,
  { options, comparable_id, packs, place: { keys, states } }: Admitted,
): Step => {
  const { setup } = state
  const { trialState } = delta
  const { call, now } = request
  const { body, actor } = call
  const counter = trialState.allocation_counter + 1
  const drawn = allocate(
    designAt(setup.design, { options }),
    states,
    randomSource(drawWords(setup.keys.drawKey, counter)),
  )
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
    ...(drawn.position === undefined ? {} : { position: drawn.position }),
  })
  const row = rowOf(setup, participant, packs)
  const trialNow = { ...setup.trial, ...trialState, num_sampled: trialState.num_sampled + 1 }
  const caps = capEvents(trialNow, state.cap_counts, [...storedOf(delta), participant], participant)
  return {
    judgement: {
      kind: 'randomised',
      drawn: {
        row,
        stored: participant,
        link,
        key: keyOf(request, participant),
        left: leftAfter(drawn.states, keys),
        caps,
      },
    },
    states: new Map(
      keys.flatMap((key, place): [string, object][] => {
        const next = drawn.states[place]
        return next === undefined ? [] : [[key, next]]
      }),
    ),
  }
}

const leftAfter = (states: readonly DrawState[], [stratum_key]: readonly string[]): PlacesLeft | null => {
  const [state] = states
  return state && 'rows' in state && stratum_key !== undefined ? { stratum_key, places_left: placesLeft(state) } : null
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
const keyOf = (
  { call: { idempotency_key: key, request_hash, actor }, ahead_ms }: BatchRequest,
  stored: NewParticipant,
): NewKey | null =>
  key === null
    ? null
    : {
        user_id: actor.user_id,
        key,
        request_hash,
        status: 201,
        rows: { participants: [stored.id] },
        created_at: earlierByMs(stored.created_at, ahead_ms),
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
