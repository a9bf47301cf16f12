import { refusal, type Refusal } from '#contract/errors'
import { randomiseParticipant as endpoint } from '#contract/participants'
import { isTold } from '#domain/own-lists/list-author'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { comparableParticipantId } from '#domain/participants/comparable-participant-id'
import { reachesSite } from '#domain/people/permissions'
import { stateKeys } from '#domain/randomisation/state-keys'
import { chosenOptions } from '#domain/randomisation/strata'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { auditEntry, type AuditEntry, type FieldChange } from '../../ground/audit/audit-entry'
import { packOfParticipant } from '../../ground/audit/pack-of-participant'
import { lockForAllocation, readForAllocation, saveAllocations, type WaitingRow } from '../../ground/db/allocations'
import type { PacksWanted } from '../../ground/db/pack-allocation'
import { findIdsByComparableIds, findParticipants, type ParticipantRow } from '../../ground/db/participants'
import { inTransaction, type Transaction } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import { requireValue } from '../../ground/require-value'
import { dayIn } from '../../ground/time/calendar'
import { earlierByMs } from '../../ground/time/clock'
import { viewIn } from '../call/authorise'
import type { Call } from '../call/call'
import { deleteExpiredCounterKeys } from '../call/idempotency-keys'
import type { ServerContext } from '../call/server-context'
import type { TrialView } from '../call/view'
import { allocateBatch, GROUP_CLOSES, type BatchDelta, type BatchRequest, type Judgement } from './allocate-batch'
import { announceBatch, stockOf } from './announce-batch'
import { cappedIds, fullGroups } from './caps-of-request'
import { closeFullGroups } from './close-full-groups'
import { nameDuplicates } from './name-duplicates'
import { sealedDrawState, storedDrawState } from '../trials/stored-draw-states'
import { setupOf, type TrialSetup, type TrialSetupCache } from './trial-setup'

/** One request to randomise; `ahead_ms` is by how much this process is ahead of the clock that measures its key. */
export type RandomiseJob = { call: Call<typeof endpoint>; ahead_ms: number }

/** A randomised participant, with the requesting person's view of the trial. */
type Randomised = { row: ParticipantRow; view: TrialView; replayed: boolean }
export type RandomiseResult = Outcome<Randomised, Refusal>

/**
 * Randomises the participants of several requests for one trial in one transaction, under the trial's lock: lock, read,
 * judge and draw each, save. Checks, draw, record, pack, audit entry and key of each are stored together or not at all
 * (src/specification/rct-alloc-1.md#rules-around-the-draw). Each request gets its own answer. `dequeue` gives the
 * waiting requests. Lock and facts are one message, and so are save and commit: two round trips to the database.
 */
export const randomiseBatch = (context: ServerContext, setupCache: TrialSetupCache) => {
  /** By trial, the ids reserved for requests that wait until a full group is closed. */
  const waitingIds = new Map<number, readonly number[]>()
  return async (trialId: number, dequeue: () => readonly RandomiseJob[]): Promise<readonly RandomiseResult[]> => {
    // Each request uses up one id however often it is judged: a gap would tell that a group was closed.
    const ids = [...(waitingIds.get(trialId) ?? [])]
    waitingIds.delete(trialId)
    let jobs: readonly RandomiseJob[] | null = null
    const dequeueOnce = () => (jobs ??= dequeue())
    let mayClose = true
    for (;;) {
      const results = await performBatch(context, setupCache, { trialId, dequeue: dequeueOnce, mayClose, ids })
      if (results.ok) {
        const waiting = idsOfWaiting(results.value, ids)
        if (waiting.length > 0) waitingIds.set(trialId, waiting)
        return results.value
      }
      const failure = results.refusal
      if (failure === CLOSED_IN_VAIN) {
        mayClose = false
        continue
      }
      // The next try finds that key taken, so that each try has one key less to be late for.
      if (failure !== KEY_TAKEN_MEANWHILE) return dequeueOnce().map(() => refused(failure))
    }
  }
}

/** The ids that a batch leaves to those of its requests that are tried again once the full group is closed. */
const idsOfWaiting = (results: readonly RandomiseResult[], ids: readonly number[]): readonly number[] => {
  const drawn = results.filter((one) => one.ok && !one.value.replayed).length
  const waiting = results.filter((one) => !one.ok && one.refusal === GROUP_CLOSES).length
  // Those that wait come back in batches that may be smaller.
  return [...ids.slice(drawn, drawn + waiting), ...ids.slice(results.length)]
}

/** A key of this batch was also sent to another address, which was faster: nothing of the batch is stored. */
const KEY_TAKEN_MEANWHILE = 'key_taken_meanwhile'

/** A group was closed at its cap, and then nothing was to be written down. It is closed later, and told in the entry of another request. */
const CLOSED_IN_VAIN = 'closed_in_vain'

type Batch = {
  trialId: number
  dequeue: () => readonly RandomiseJob[]
  mayClose: boolean
  /** The ids reserved so far: each reading adds those that are lacking. */
  ids: number[]
}

const performBatch = (context: ServerContext, setupCache: TrialSetupCache, batch: Batch) =>
  inTransaction<RandomiseResult[], Refusal | typeof KEY_TAKEN_MEANWHILE | typeof CLOSED_IN_VAIN>(
    context.database,
    async (transaction) => {
      const { trialId, dequeue, mayClose, ids } = batch
      await lockForAllocation(transaction, trialId)
      const remembered = setupCache.get(trialId)
      const readSetup = () => setupOf(context, setupCache, transaction, trialId)
      let setup = remembered ?? (await readSetup())
      if (!setup) return refused(refusal('not_found'))
      const jobs = dequeue()
      let { admitted, facts } = await readFacts(context, transaction, setup, { jobs, ids })
      if (setup === remembered && !isAsStored(setup, facts)) {
        // The settings were saved since they were remembered. Now they are read under the lock, and so are the facts for them.
        setup = await readSetup()
        if (!setup) return refused(refusal('not_found'))
        ;({ admitted, facts } = await readFacts(context, transaction, setup, { jobs, ids }))
      } else if (hasDayTurned(setup, admitted)) {
        // Midnight passed while the lock was waited for: the packs were read for the day before.
        ;({ admitted, facts } = await readFacts(context, transaction, setup, { jobs, ids }))
      }
      const judgeAll = (of: TrialSetup) => judged(context, of, facts, (admitted = admitted.map(retimed)))
      let delta = judgeAll(setup)
      if (!delta) return refused(refusal('not_found'))
      let closing: FieldChange[] = []
      // Judged first, so that a request which is refused takes no longer while a group is full: that would tell it.
      if (mayClose && delta.drawn.length === 0 && delta.judged.some(waitsForClosing)) {
        closing = await closeFullGroups(context, transaction, trialId, fullGroups(setup.trial, facts.cap_counts, []))
        setup = await readSetup()
        if (!setup) return refused(refusal('not_found'))
        ;({ admitted, facts } = await readFacts(context, transaction, setup, { jobs, ids }))
        delta = judgeAll(setup)
        if (!delta) return refused(refusal('not_found'))
      }
      const { trial } = setup
      const leaving = leavingWaitingList(delta.judged, facts.waiting)
      const audit = auditOfBatch(trial.id, delta.judged, leaving, closing)
      if (closing.length > 0 && audit.length === 0) return refused(CLOSED_IN_VAIN)
      const named = await readNamed(transaction, trialId, delta.judged)
      const results = new Map(
        delta.judged.map((one) => [one.request, answerTo(trial, one, named.get(one.request) ?? [])]),
      )
      const answers = admitted.map((one) => (one.ok ? requireValue(results, one.value, 'result') : one))
      // Commits, so that nothing may come after it.
      if (!(await save(context, transaction, setup, facts, { ...delta, audit, leaving })))
        return refused(KEY_TAKEN_MEANWHILE)
      return accepted(answers)
    },
  )

/** Judges and draws the admitted requests; null where there is no such trial. */
const judged = (
  context: ServerContext,
  setup: TrialSetup,
  { trialState, ...facts }: Facts,
  admitted: readonly Outcome<AuthorisedRequest, Refusal>[],
): Delta | null => {
  const requests = admitted.flatMap((one) => (one.ok ? one.value : []))
  const drawStateOf = (key: string) => storedDrawState(context, setup.trial, facts.states, key)
  return trialState && allocateBatch({ ...facts, setup, trialState, drawStateOf }, requests)
}

const waitsForClosing = ({ judgement }: Delta['judged'][number]): boolean =>
  judgement.kind === 'refused' && judgement.refusal === GROUP_CLOSES

type AuthorisedRequest = BatchRequest & { call: RandomiseJob['call']; view: TrialView }
type Delta = BatchDelta<AuthorisedRequest>
type Facts = Awaited<ReturnType<typeof readForAllocation>>

const admit = ({ trial }: TrialSetup, { call, ahead_ms }: RandomiseJob): Outcome<AuthorisedRequest, Refusal> => {
  const view = viewIn(trial, call.actor, endpoint.needs.can)
  return view.ok ? accepted({ call, view: view.value, now: call.context.now(), ahead_ms }) : view
}

/**
 * A request with its time under the lock. Earlier holders of the lock, perhaps on another server, have earlier times,
 * so that the times of a trial's records never run backwards.
 */
const timedNow = (request: AuthorisedRequest): AuthorisedRequest => ({ ...request, now: request.call.context.now() })

const retimed = (one: Outcome<AuthorisedRequest, Refusal>) => (one.ok ? accepted(timedNow(one.value)) : one)

/** Whether a new day has begun in the trial's zone since these requests arrived. */
const hasDayTurned = ({ trial }: TrialSetup, admitted: readonly Outcome<AuthorisedRequest, Refusal>[]): boolean => {
  const day = (instant: string) => dayIn(trial.selected_timezone, instant)
  return admitted.some((one) => one.ok && day(one.value.now) !== day(timedNow(one.value).now))
}

/** The requests still permitted by these settings, and all facts about the trial that they need, in one statement. */
const readFacts = async (
  context: ServerContext,
  transaction: Transaction,
  setup: TrialSetup,
  { jobs, ids }: { jobs: readonly RandomiseJob[]; ids: number[] },
) => {
  const admitted = jobs.map((job) => admit(setup, job))
  const requests = admitted.flatMap((one) => (one.ok ? one.value : []))
  const now = context.now()
  const keys = requests.flatMap(({ call: { actor, idempotency_key: key }, ahead_ms }) =>
    key === null ? [] : [{ user_id: actor.user_id, key, now: earlierByMs(now, ahead_ms) }],
  )
  await deleteExpiredCounterKeys(transaction, keys)
  const facts = await readForAllocation(transaction, setup.trial.id, {
    stratum_keys: requests.flatMap((request) => stateKeysOf(setup, request)),
    comparable_ids: requests.flatMap(({ call }) =>
      call.body.participant_id === null ? [] : [comparableParticipantId(call.body.participant_id)],
    ),
    keys,
    limit: Math.max(0, requests.length - ids.length),
    packs: setup.trial.is_managing_packs ? packsWanted(context, setup, requests) : null,
    caps: capsAsked(setup, requests),
    people: context.mail && { now, site_ids: requests.map(({ call }) => call.body.site_id) },
  })
  ids.push(...facts.reserved)
  return { admitted, facts: { ...facts, reserved: ids } }
}

/**
 * Whether the settings are those of the trial's row. The epoch, on which draw states depend, changes only with them.
 */
const isAsStored = ({ trial }: TrialSetup, { trialState }: Facts): boolean =>
  trialState?.setup_version === trial.setup_version && trialState.epoch === trial.epoch

const stateKeysOf = (setup: TrialSetup, { call }: AuthorisedRequest): readonly string[] => {
  const options = chosenOptions(setup.design, call.body.participant_strata)
  return options.ok
    ? stateKeys(setup.design, setup.trial.epoch, { site_id: call.body.site_id, options: options.value })
    : []
}

/** The caps that these requests may reach, or null: a trial without caps counts nothing. */
const capsAsked = ({ trial }: TrialSetup, requests: readonly AuthorisedRequest[]) => {
  const asked = cappedIds(
    trial,
    requests.map(({ call: { body } }) => ({ site_id: body.site_id, options: body.participant_strata })),
  )
  return Object.values(asked).every((ids) => ids.length === 0) ? null : asked
}

/** As many packs of each stock and day as there are requests. */
const packsWanted = (
  context: ServerContext,
  { trial }: TrialSetup,
  requests: readonly AuthorisedRequest[],
): PacksWanted => {
  const stocks = new Map<string, PacksWanted['stocks'][number]>()
  for (const { call, now } of requests) {
    const site_id = stockOf(trial, call.body.site_id)
    const day = dayIn(trial.selected_timezone, now)
    stocks.set(`${site_id} ${day}`, { site_id, day, max_packs: requests.length })
  }
  return { stocks: [...stocks.values()], tie_break: Buffer.from(context.randomBytes(16)).toString('hex') }
}

/**
 * The stored participants that repeats and duplicates name, as far as the requesting person reaches their sites: read
 * for all requests in two statements.
 */
const readNamed = async (
  transaction: Transaction,
  trialId: number,
  judged: Delta['judged'],
): Promise<ReadonlyMap<AuthorisedRequest, readonly ParticipantRow[]>> => {
  const duplicates = judged.flatMap(({ request, judgement }) =>
    judgement.kind === 'duplicate'
      ? [{ request, comparable_id: judgement.comparable_id, sites: request.view.sites }]
      : [],
  )
  const named = [
    ...(duplicates.length === 0 ? [] : await findIdsByComparableIds(transaction, trialId, duplicates)),
    ...judged.flatMap(({ request, judgement }) =>
      judgement.kind === 'repeated' ? [{ request, ids: judgement.participant_ids }] : [],
    ),
  ]
  if (named.length === 0) return new Map()
  const allIds = named.flatMap(({ ids }) => ids)
  const rows = await findParticipants(transaction, trialId, 'all', allIds)
  return new Map(
    named.map(({ request, ids }) => [
      request,
      rows.filter(({ id, site }) => ids.includes(id) && reachesSite(request.view.sites, site.id)),
    ]),
  )
}

const answerTo = (
  trial: WholeTrial,
  { request: { view }, judgement }: Delta['judged'][number],
  stored: readonly ParticipantRow[],
): RandomiseResult => {
  switch (judgement.kind) {
    case 'randomised':
      return accepted({ row: judgement.drawn.row, view, replayed: false })
    case 'repeated_now':
      return accepted({ row: judgement.row, view, replayed: true })
    case 'repeated': {
      const [row] = stored
      return row ? accepted({ row, view, replayed: true }) : refused(refusal('not_found'))
    }
    case 'refused':
      return refused(judgement.refusal)
    case 'duplicate':
      return refused(nameDuplicates(trial, view.sites, judgement, stored))
    case 'packs_missing':
      return refused(refusal('no_study_pack_available'))
  }
}

/** The row of the waiting list that each randomised participant leaves: the first of a batch, where several have one ID. */
type Leaving = ReadonlyMap<AuthorisedRequest, number>

const leavingWaitingList = (judged: Delta['judged'], waiting: readonly WaitingRow[]): Leaving =>
  new Map(
    waiting.flatMap(({ id, comparable_id }) => {
      const first = judged.find(
        ({ judgement }) => judgement.kind === 'randomised' && judgement.drawn.stored.comparable_id === comparable_id,
      )
      return first === undefined ? [] : [[first.request, id] as const]
    }),
  )

/** All changes of the batch, written at once. Returns false where one of its keys is no longer free. */
const save = async (
  context: ServerContext,
  transaction: Transaction,
  setup: TrialSetup,
  { chain, people }: Facts,
  { judged, trialState, states, drawn, audit, leaving }: Delta & { audit: readonly AuditEntry[]; leaving: Leaving },
): Promise<boolean> => {
  const { trial } = setup
  if (audit.length === 0) return true
  const announced = judged.map(({ request: { call, now }, judgement }) => ({
    judgement,
    by: call.actor.name,
    site_id: call.body.site_id,
    now,
  }))
  const messages = context.mail ? await announceBatch(transaction, setup, people, announced, context.now()) : []
  if (context.mail && messages.length > 0) context.database.transactions.afterCommit(context.mail.wake)
  return saveAllocations(transaction, {
    trial_id: trial.id,
    trialState,
    participants: drawn.map(({ stored }) => stored),
    states: [...states].map(([key, state]) => sealedDrawState(context, trial, key, state)),
    links: drawn.map(({ link }) => link),
    chain,
    audit,
    keys: drawn.flatMap(({ key }) => key ?? []),
    messages,
    no_longer_waiting: [...leaving.values()],
    list_notices: drawn.flatMap(({ left, stored }) =>
      left !== null && isTold(left.places_left) ? [{ ...left, noticed_at: stored.created_at }] : [],
    ),
    shortages: judged.flatMap(({ request: { call, now }, judgement }) =>
      judgement.kind === 'packs_missing' && judgement.is_stocked
        ? [{ site_id: stockOf(trial, call.body.site_id), noticed_at: now }]
        : [],
    ),
  })
}

/** What is written down of a batch. The groups that were closed at their caps before it are told in its first entry. */
const auditOfBatch = (
  trialId: number,
  judged: Delta['judged'],
  leaving: Leaving,
  closing: readonly FieldChange[],
): AuditEntry[] => {
  const [first, ...others] = judged.flatMap(({ request, judgement }) =>
    auditOf(trialId, request, judgement, leaving.get(request)),
  )
  return first === undefined ? [] : [{ ...first, changes: [...first.changes, ...closing] }, ...others]
}

/** What is written down of a request: who was randomised where and got which pack, never to what; or that packs were missing. */
const auditOf = (
  trialId: number,
  { call, view, now }: AuthorisedRequest,
  judgement: Judgement,
  waitingId: number | undefined,
): AuditEntry[] => {
  const judgedCall = { ...call, now }
  if (judgement.kind === 'packs_missing') {
    return [
      auditEntry(judgedCall, view, {
        kind: 'randomisation_refused',
        description: `Randomisation refused in trial ${trialId}: study packs are missing`,
        changes: [{ field: 'site_id', old: null, new: call.body.site_id }],
      }),
    ]
  }
  if (judgement.kind !== 'randomised') return []
  const { row } = judgement.drawn
  return [
    auditEntry(judgedCall, view, {
      kind: 'randomised',
      participant: row.trial_sequence_no,
      description: `Participant ${row.trial_sequence_no} randomised in trial ${trialId}`,
      changes: [
        { field: 'trial_sequence_no', old: null, new: row.trial_sequence_no },
        { field: 'participant_id', old: null, new: row.participant_id },
        { field: 'site_id', old: null, new: row.site.id },
        ...(waitingId === undefined ? [] : [{ field: 'waiting_id', old: waitingId, new: null }]),
        ...row.groups.flatMap(({ study_pack }) => (study_pack ? allocationOf(study_pack.pack_id, row) : [])),
      ],
    }),
  ]
}

const allocationOf = (pack_id: string, row: ParticipantRow) => [
  {
    field: `study_packs.${pack_id}.study_pack_status_id`,
    old: studyPackStatusId('active'),
    new: studyPackStatusId('allocated'),
  },
  ...packOfParticipant(pack_id, NOBODYS, row),
]

/** A pack before its allocation. */
const NOBODYS = { trial_sequence_no: null }
