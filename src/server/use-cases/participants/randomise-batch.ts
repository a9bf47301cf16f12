import { refusal, type Refusal } from '#contract/errors'
import { randomiseParticipant as endpoint } from '#contract/participants'
import { accepted, refused } from '#domain/outcome'
import { comparableParticipantId } from '#domain/participants/participant'
import { stateKeys } from '#domain/randomisation/state-keys'
import { chosenOptions } from '#domain/randomisation/strata'
import { lockTrialState, readForAllocation } from '../../ground/db/allocations'
import { findParticipants } from '../../ground/db/participants'
import { saveAllocations } from '../../ground/db/save-allocations'
import { inTransaction, type Transaction } from '../../ground/db/transaction'
import { deleteExpiredCounterKey, keyStateOf } from '../call/idempotency-keys'
import type { ServerContext } from '../call/server-context'
import { viewIn } from '../call/authorise'
import { KEY_IN_USE, type AuthorisedJob, type RandomiseJob, type RandomiseResult } from './randomise-job'
import { randomiseOne } from './randomise-one'
import { sealedDrawState } from './stored-draw-states'
import { setupOf, type TrialSetupCache, type TrialSetup } from './trial-setup'
import { beginBatch, type Batch } from './batch'

/**
 * Randomises the participants of several requests for one trial in one transaction, one after another under the trial's
 * lock: checks, draw, record, pack, audit entry and key of each are stored together or not at all
 * (src/specification/rct-alloc-1.md#rules-around-the-draw). Each request is answered for itself. `take` gives the requests: all
 * that wait once the lock is held.
 */
export const randomiseBatch =
  (context: ServerContext, setupCache: TrialSetupCache) =>
  async (trialId: number, take: () => readonly RandomiseJob[]): Promise<readonly RandomiseResult[]> => {
    let jobs: readonly RandomiseJob[] | null = null
    const takeOnce = () => (jobs ??= take())
    for (;;) {
      const batch = await performBatch(context, setupCache, trialId, takeOnce)
      if (batch.ok) return batch.value
      const why = batch.refusal
      // The next try finds that key taken, so that each try has one key less to be late for.
      if (why !== KEY_TAKEN_MEANWHILE) return takeOnce().map(() => refused(why))
    }
  }

/** Somebody brought a key of this batch to another address as well, and that was faster: nothing of the batch is kept. */
const KEY_TAKEN_MEANWHILE = 'key_taken_meanwhile'

const performBatch = (
  context: ServerContext,
  setupCache: TrialSetupCache,
  trialId: number,
  take: () => readonly RandomiseJob[],
) =>
  inTransaction<RandomiseResult[], Refusal | typeof KEY_TAKEN_MEANWHILE>(context.database, async (transaction) => {
    const trialState = await lockTrialState(transaction, trialId)
    const jobs = take()
    if (!trialState) return refused(refusal('not_found'))
    const setup = await setupOf(context, setupCache, transaction, trialId, trialState.setup_version)
    const keys = jobs.flatMap(({ call }) =>
      call.idempotency_key === null ? [] : [{ user_id: call.actor.user_id, key: call.idempotency_key }],
    )
    for (const { user_id, key } of keys) await deleteExpiredCounterKey(transaction, user_id, key, context.now())
    const drawFacts = await readForAllocation(transaction, trialId, {
      stratum_keys: jobs.flatMap((job) => keysOfStates(setup, trialState.epoch, job)),
      comparable_ids: jobs.flatMap(({ call }) =>
        call.body.participant_id === null ? [] : [comparableParticipantId(call.body.participant_id)],
      ),
      keys,
      most: jobs.length,
      people: context.mail && { now: context.now(), site_ids: jobs.map(({ call }) => call.body.site_id) },
    })
    const batch = beginBatch({ context, transaction, setup, trialState, drawFacts, now: context.now() })
    const results: RandomiseResult[] = []
    for (const job of jobs) results.push(await authoriseAndRandomise(batch, job))
    return (await saveBatch(batch)) ? accepted(results) : refused(KEY_TAKEN_MEANWHILE)
  })

const keysOfStates = (setup: TrialSetup, epoch: number, { call }: RandomiseJob): readonly string[] => {
  const options = chosenOptions(setup.design, call.body.participant_strata)
  return options.ok ? stateKeys(setup.design, epoch, { site_id: call.body.site_id, options: options.value }) : []
}

/** May the person still do this, by the settings as they are under the lock? Then their key decides, and then the draw. */
const authoriseAndRandomise = async (batch: Batch, job: RandomiseJob): Promise<RandomiseResult> => {
  const view = viewIn(batch.setup.trial, job.call.actor, endpoint.needs.can)
  return view.ok ? answerOnce(batch, { ...job, view: view.value }) : view
}

/** A key that is done is answered from what it changed, a closed one with its refusal; only a new one goes to the draw. */
const answerOnce = async (batch: Batch, job: AuthorisedJob): Promise<RandomiseResult> => {
  const { call } = job
  const key = call.idempotency_key
  if (key === null) return randomiseOne(batch, job)
  const isIts = (other: { user_id: number; key: string }) => other.user_id === call.actor.user_id && other.key === key
  // A key comes before a trial: under the trial's lock nobody waits for one.
  if (batch.drawFacts.keys_in_use.some(isIts)) return refused(KEY_IN_USE)
  const stored = batch.drawFacts.keys.find(isIts)
  if (!stored) return randomiseOne(batch, job)
  const keyState = keyStateOf(stored, call.request_hash)
  if (keyState.state === 'closed') return refused(refusal('idempotency_key_closed'))
  if (keyState.state !== 'done') return refused(refusal('idempotency_key_reused'))
  const ids = keyState.rows['participants'] ?? []
  const drawnNow = batch.drawn.find(({ row }) => ids.includes(row.id))
  if (drawnNow) return accepted({ row: drawnNow.row, view: job.view, replayed: true })
  return replay(batch.transaction, job, ids)
}

const replay = async (transaction: Transaction, { view }: AuthorisedJob, ids: number[]): Promise<RandomiseResult> => {
  const [row] = await findParticipants(transaction, view.trial_id, view.sites, ids)
  return row ? accepted({ row, view, replayed: true }) : refused(refusal('not_found'))
}

/** Everything that the batch's draws changed, written at once. Answers false where a key of it is no longer free. */
const saveBatch = async (batch: Batch): Promise<boolean> => {
  const { context, transaction, setup, trialState, states, links, audit, drawn, drawFacts, messages } = batch
  if (audit.length === 0) return true
  if (context.mail && messages.length > 0) context.database.transactions.afterCommit(context.mail.wake)
  return saveAllocations(transaction, {
    trial_id: setup.trial.id,
    trialState,
    participants: drawn.map(({ stored }) => stored),
    states: [...states].map(([key, state]) => sealedDrawState(context, setup.trial, key, state)),
    links,
    chain: drawFacts.chain,
    audit,
    keys: drawn.flatMap(({ key }) => key ?? []),
    messages,
  })
}
