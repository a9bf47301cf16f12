import { inTrial } from '#contract/needs'
import type { randomiseParticipant } from '#contract/participants'
import { reachesSite } from '#domain/people/permissions'
import type { Queries } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { Actor, Call } from '../../use-cases/call/call'
import type { ServerContext } from '../../use-cases/call/server-context'
import type { TrialView } from '../../use-cases/call/view'
import { authorise } from '../../use-cases/call/authorise'
import { waitForKey } from '../../use-cases/call/wait-for-key'
import { KEY_IN_USE } from '../../use-cases/participants/allocate-batch'
import { randomiseBatch, type RandomiseJob, type RandomiseResult } from '../../use-cases/participants/randomise-batch'
import type { TrialSetupCache } from '../../use-cases/participants/trial-setup'
import type { SampleAccountKey } from '../../doors/idp/sample-accounts'
import { granted, sampleActor, sampleCall, silent } from './sample-call'
import { findSampleTrial } from './sample-lock'
import type { SampleParticipant, SampleTrial } from './sample-trial'

/** How many are randomised in one transaction, and between two messages. */
const PARTICIPANTS_A_BATCH = 250

/**
 * The accounts that randomise in the sample; the first one whose sites include the participant's does: at her own
 * hospitals the nurse.
 */
const RANDOMISERS = ['nurse', 'coordinator'] as const satisfies readonly SampleAccountKey[]

/**
 * Randomises the remaining participants of a sample trial, by the engine and under every rule around the draw, each at
 * their own instant. A participant who was randomised before, by an interrupted load or another process, is found by
 * their idempotency key and stays unchanged.
 */
export const recruitSample = async (
  context: ServerContext,
  sample: SampleTrial,
  progress: (sentence: string) => void,
): Promise<void> => {
  const total = sample.participants.length
  if (total === 0) return
  const trial = await findSampleTrial(context.database.queries, sample.form.title)
  const randomisers = await randomisersOf(context.database.queries, trial)
  const setupCache: TrialSetupCache = new Map()
  for (let done = 0; done < total; done += PARTICIPANTS_A_BATCH) {
    const batch = sample.participants.slice(done, done + PARTICIPANTS_A_BATCH)
    const upTo = done + batch.length
    if (trial.last_sequence_no >= upTo) continue
    const jobs = batch.map((participant, index) => jobOf(context, trial, randomisers, participant, done + index + 1))
    const results = await randomisedOnce(silent(context), setupCache, trial.id, jobs)
    for (const [index, result] of results.entries()) granted(`${trial.title}: participant ${done + index + 1}`, result)
    progress(`${trial.title}: ${figure(upTo)} of ${figure(total)} randomised`)
  }
}

/**
 * A batch that is repeated as long as another process uses one of its keys; participants who were randomised meanwhile
 * are found again.
 */
const randomisedOnce = async (
  context: ServerContext,
  setupCache: TrialSetupCache,
  trialId: number,
  jobs: readonly RandomiseJob[],
): Promise<readonly RandomiseResult[]> => {
  for (;;) {
    const results = await randomiseBatch(context, setupCache)(trialId, () => jobs)
    const inUse = jobs.find((_, index) => isKeyInUse(results[index]))
    if (!inUse) return results
    const { actor, idempotency_key } = inUse.call
    if (idempotency_key !== null) await waitForKey(context, actor.user_id, idempotency_key)
  }
}

const isKeyInUse = (result: RandomiseResult | undefined): boolean =>
  result !== undefined && !result.ok && result.refusal === KEY_IN_USE

type Randomiser = { actor: Actor; view: TrialView }

const randomisersOf = async (queries: Queries, trial: WholeTrial): Promise<Randomiser[]> => {
  const randomisers: Randomiser[] = []
  for (const key of RANDOMISERS) {
    const actor = await sampleActor(queries, key)
    const view = await authorise(
      queries,
      { needs: inTrial('randomise') },
      { actor, parameters: { trial_id: trial.id } },
    )
    if (view.ok) randomisers.push({ actor, view: view.value })
  }
  return randomisers
}

const jobOf = (
  context: ServerContext,
  trial: WholeTrial,
  randomisers: readonly Randomiser[],
  participant: SampleParticipant,
  number: number,
): RandomiseJob => {
  const site = trial.sites.find(({ title }) => title === participant.site)
  const randomiser = site && randomisers.find(({ view }) => reachesSite(view.sites, site.id))
  if (!randomiser) throw new Error(`${trial.title}: no one randomises at ${participant.site}`)
  const call: Call<typeof randomiseParticipant> = {
    ...sampleCall(context, randomiser.actor, participant.at, `sample-data-${trial.id}-${number}`),
    view: null,
    parameters: { trial_id: trial.id },
    body: {
      site_id: site.id,
      participant_id: participant.participant_id,
      approve_duplicate: false,
      participant_strata: trial.trial_strata.map((stratum) => ({
        trial_stratum_id: stratum.id,
        trial_stratum_option_id: optionId(stratum, participant.strata[stratum.name]),
      })),
    },
  }
  return { call, ahead_ms: 0 }
}

const optionId = (stratum: WholeTrial['trial_strata'][number], name: string | undefined): number => {
  const option = stratum.trial_stratum_options.find((candidate) => candidate.name === name)
  if (!option) throw new Error(`the stratum ${stratum.name} has no option ${name}`)
  return option.id
}

const figure = (count: number): string => count.toLocaleString('en-GB')
