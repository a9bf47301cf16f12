import { refusal, type Refusal } from '#contract/errors'
import { randomiseParticipant as endpoint } from '#contract/participants'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { comparableParticipantId } from '#domain/participants/participant'
import { reachesSite } from '#domain/people/permissions'
import { stateKeys } from '#domain/randomisation/state-keys'
import { chosenOptions } from '#domain/randomisation/strata'
import { studyPackStatusId } from '#domain/study-packs/study-pack'
import { auditEntry, type AuditEntry } from '../../ground/audit/audit-entry'
import { packOfParticipant } from '../../ground/audit/pack-of-participant'
import { lockForAllocation, readForAllocation, saveAllocations } from '../../ground/db/allocations'
import type { PacksWanted } from '../../ground/db/pack-allocation'
import { findIdsByComparableIds, findParticipants, type ParticipantRow } from '../../ground/db/participants'
import { inTransaction, type Transaction } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import { requireValue } from '../../ground/require-value'
import { dayIn } from '../../ground/time/calendar'
import { viewIn } from '../call/authorise'
import type { Call } from '../call/call'
import { deleteExpiredCounterKeys } from '../call/idempotency-keys'
import type { ServerContext } from '../call/server-context'
import type { TrialView } from '../call/view'
import { allocateBatch, type BatchDelta, type BatchRequest, type Judgement } from './allocate-batch'
import { announceBatch, stockOf } from './announce-batch'
import { nameDuplicates } from './name-duplicates'
import { sealedDrawState, storedDrawState } from './stored-draw-states'
import { setupOf, type TrialSetup, type TrialSetupCache } from './trial-setup'

/** One request to randomise. */
export type RandomiseJob = { call: Call<typeof endpoint> }

/** A participant as they were randomised, and how the one who asked sees the trial. */
type Randomised = { row: ParticipantRow; view: TrialView; replayed: boolean }
export type RandomiseResult = Outcome<Randomised, Refusal>

/**
 * Randomises the participants of several requests for one trial in one transaction, under the trial's lock: lock, read, judge and draw
 * each, save. Checks, draw, record, pack, audit entry and key of each are stored together or not at all
 * (src/specification/rct-alloc-1.md#rules-around-the-draw). Each request is answered for itself. `dequeue` gives the requests that
 * wait. Lock and facts come in one message, and so do what is saved and the commit: two ways to the database and back.
 */
export const randomiseBatch =
  (context: ServerContext, setupCache: TrialSetupCache) =>
  async (trialId: number, dequeue: () => readonly RandomiseJob[]): Promise<readonly RandomiseResult[]> => {
    let jobs: readonly RandomiseJob[] | null = null
    const dequeueOnce = () => (jobs ??= dequeue())
    for (;;) {
      const results = await performBatch(context, setupCache, trialId, dequeueOnce)
      if (results.ok) return results.value
      const why = results.refusal
      // The next try finds that key taken, so that each try has one key less to be late for.
      if (why !== KEY_TAKEN_MEANWHILE) return dequeueOnce().map(() => refused(why))
    }
  }

/** Somebody brought a key of this batch to another address as well, and that was faster: nothing of the batch is kept. */
const KEY_TAKEN_MEANWHILE = 'key_taken_meanwhile'

const performBatch = (
  context: ServerContext,
  setupCache: TrialSetupCache,
  trialId: number,
  dequeue: () => readonly RandomiseJob[],
) =>
  inTransaction<RandomiseResult[], Refusal | typeof KEY_TAKEN_MEANWHILE>(context.database, async (transaction) => {
    await lockForAllocation(transaction, trialId)
    const remembered = setupCache.get(trialId)
    const readSetup = () => setupOf(context, setupCache, transaction, trialId)
    let setup = remembered ?? (await readSetup())
    if (!setup) return refused(refusal('not_found'))
    const jobs = dequeue()
    let { admitted, facts } = await readFacts(context, transaction, setup, jobs)
    if (setup === remembered && !isAsStored(setup, facts)) {
      // The settings were saved since they were remembered. Now they are read under the lock, and so are the facts for them.
      setup = await readSetup()
      if (!setup) return refused(refusal('not_found'))
      ;({ admitted, facts } = await readFacts(context, transaction, setup, jobs))
    } else if (hasDayTurned(setup, admitted)) {
      // Midnight passed while the lock was waited for: the packs were read for the day before.
      ;({ admitted, facts } = await readFacts(context, transaction, setup, jobs))
    }
    admitted = admitted.map((one) => (one.ok ? accepted(timedNow(one.value)) : one))
    const { trialState } = facts
    if (!trialState) return refused(refusal('not_found'))
    const { trial } = setup
    const requests = admitted.flatMap((one) => (one.ok ? one.value : []))
    const drawStateOf = (key: string) => storedDrawState(context, trial, facts.states, key)
    const delta = allocateBatch({ ...facts, setup, trialState, drawStateOf }, requests)
    const named = await readNamed(transaction, trialId, delta.judged)
    const results = new Map(
      delta.judged.map((one) => [one.request, answerTo(trial, one, named.get(one.request) ?? [])]),
    )
    const answers = admitted.map((one) => (one.ok ? requireValue(results, one.value, 'result') : one))
    // Commits, so that nothing may come after it.
    if (!(await save(context, transaction, setup, facts, delta))) return refused(KEY_TAKEN_MEANWHILE)
    return accepted(answers)
  })

type AuthorisedRequest = BatchRequest & { call: RandomiseJob['call']; view: TrialView }
type Delta = BatchDelta<AuthorisedRequest>
type Facts = Awaited<ReturnType<typeof readForAllocation>>

const admit = ({ trial }: TrialSetup, call: RandomiseJob['call']): Outcome<AuthorisedRequest, Refusal> => {
  const view = viewIn(trial, call.actor, endpoint.needs.can)
  return view.ok ? accepted({ call, view: view.value, now: call.context.now() }) : view
}

/**
 * A request with the time it has under the lock. Those who held the lock while it was waited for, perhaps on another server, have
 * earlier ones, so that the times of the records of a trial never run backwards.
 */
const timedNow = (request: AuthorisedRequest): AuthorisedRequest => ({ ...request, now: request.call.context.now() })

/** Whether a day has begun in the trial's zone since these requests were asked about. */
const hasDayTurned = ({ trial }: TrialSetup, admitted: readonly Outcome<AuthorisedRequest, Refusal>[]): boolean => {
  const day = (instant: string) => dayIn(trial.selected_timezone, instant)
  return admitted.some((one) => one.ok && day(one.value.now) !== day(timedNow(one.value).now))
}

/** Who may still do this by these settings, and all that their requests need to know of the trial, in one statement. */
const readFacts = async (
  context: ServerContext,
  transaction: Transaction,
  setup: TrialSetup,
  jobs: readonly RandomiseJob[],
) => {
  const admitted = jobs.map(({ call }) => admit(setup, call))
  const requests = admitted.flatMap((one) => (one.ok ? one.value : []))
  const now = context.now()
  const keys = requests.flatMap(({ call: { actor, idempotency_key: key } }) =>
    key === null ? [] : [{ user_id: actor.user_id, key }],
  )
  await deleteExpiredCounterKeys(transaction, keys, now)
  const facts = await readForAllocation(transaction, setup.trial.id, {
    stratum_keys: requests.flatMap((request) => stateKeysOf(setup, request)),
    comparable_ids: requests.flatMap(({ call }) =>
      call.body.participant_id === null ? [] : [comparableParticipantId(call.body.participant_id)],
    ),
    keys,
    limit: requests.length,
    packs: setup.trial.is_managing_packs ? packsWanted(context, setup, requests) : null,
    people: context.mail && { now, site_ids: requests.map(({ call }) => call.body.site_id) },
  })
  return { admitted, facts }
}

/** Whether the settings are those of the trial's row. The epoch, which draw states go by, moves only with them. */
const isAsStored = ({ trial }: TrialSetup, { trialState }: Facts): boolean =>
  trialState?.setup_version === trial.setup_version && trialState.epoch === trial.epoch

const stateKeysOf = (setup: TrialSetup, { call }: AuthorisedRequest): readonly string[] => {
  const options = chosenOptions(setup.design, call.body.participant_strata)
  return options.ok
    ? stateKeys(setup.design, setup.trial.epoch, { site_id: call.body.site_id, options: options.value })
    : []
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
 * The stored participants whom repeats and duplicates name, as far as the one who asks reaches their sites: read for all requests in
 * two statements.
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

/** Everything that the batch changed, written at once. Answers false where a key of it is no longer free. */
const save = async (
  context: ServerContext,
  transaction: Transaction,
  setup: TrialSetup,
  { chain, people }: Facts,
  { judged, trialState, states, drawn }: Delta,
): Promise<boolean> => {
  const { trial } = setup
  const audit = judged.flatMap(({ request, judgement }) => auditOf(trial.id, request, judgement))
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
    shortages: judged.flatMap(({ request: { call, now }, judgement }) =>
      judgement.kind === 'packs_missing' && judgement.is_stocked
        ? [{ site_id: stockOf(trial, call.body.site_id), noticed_at: now }]
        : [],
    ),
  })
}

/** What is written down of a request: who was randomised where and got which pack, never to what; or that packs were missing. */
const auditOf = (trialId: number, { call, view, now }: AuthorisedRequest, judgement: Judgement): AuditEntry[] => {
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

/** A pack before it is given. */
const NOBODYS = { trial_sequence_no: null }
