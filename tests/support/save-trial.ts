import type { Participant } from '#contract/participants'
import { changeTrialStatus, getTrial, updateTrial, type Trial } from '#contract/trials'
import { trialStatusOfKey, type TrialStatusKey } from '#domain/trials/trial-status'
import type { Queries } from '../../src/server/ground/db/transaction'
import { findTrial } from '../../src/server/ground/db/trials'
import { aTrial, type BuiltTrial, type TrialOverrides } from './a-trial'
import { ask, posted, valueOf, type ApiResponse } from './ask'
import type { TestPortal } from './portal'
import { randomise } from './randomise'
import type { SignedIn } from './sign-in'

/** A trial as a person is shown it, and would send it back. */
export const shownTo = async (who: SignedIn, trialId: number): Promise<Trial> =>
  valueOf(await ask(who, getTrial.response, `trials/${trialId}`))

/** Saves a form over a trial. */
export const save = (
  who: SignedIn,
  trialId: number,
  form: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse<Trial>> =>
  ask(who, updateTrial.response, `trials/${trialId}`, { ...posted(form, headers), method: 'PUT' })

/** Sends back the form that a person is shown, with some fields changed. */
export const saveWith = async (
  who: SignedIn,
  trialId: number,
  more: object,
  headers: Record<string, string> = {},
): Promise<ApiResponse<Trial>> => save(who, trialId, { ...(await shownTo(who, trialId)), ...more }, headers)

export const setTo = async (who: SignedIn, trialId: number, key: TrialStatusKey): Promise<Trial> => {
  const change = { trial_status_id: trialStatusOfKey(key)?.id, reason: 'For a test' }
  return valueOf(await ask(who, changeTrialStatus.response, `trials/${trialId}/status`, posted(change)))
}

/** Randomises this many into a trial, at each site in turn, all with the first option of every stratum. */
export const randomised = async (who: SignedIn, trial: BuiltTrial, many: number): Promise<Participant[]> => {
  const { sites, trial_strata } = await shownTo(who, trial.trial_id)
  const drawn: Participant[] = []
  for (let i = 0; i < many; i += 1) {
    const { participants, problem } = await randomise(who, trial.trial_id, {
      site_id: sites[i % sites.length]?.id,
      participant_strata: trial_strata.map(({ id, trial_stratum_options }) => ({
        trial_stratum_id: id,
        trial_stratum_option_id: trial_stratum_options[0]?.id,
      })),
    })
    if (problem) throw new Error(`${problem.code} ${problem.message}`)
    drawn.push(...participants)
  }
  return drawn
}

/** A paused trial with this many participants. */
export const aTrialPausedAfter = async (
  world: Pick<TestPortal, 'context'>,
  who: SignedIn,
  many: number,
  overrides: TrialOverrides = {},
): Promise<BuiltTrial> => {
  const trial = await aTrial(world, overrides)
  await randomised(who, trial, many)
  await setTo(who, trial.trial_id, 'paused')
  return trial
}

/** A trial's stored rows, as far as a save could change them. */
export const storedAbout = async (queries: Queries, trialId: number) => ({
  trial: await findTrial(queries, trialId),
  entries: await queries
    .selectFrom('audit_log')
    .selectAll()
    .where('trial_id', '=', trialId)
    .orderBy('position')
    .execute(),
  records: await queries
    .selectFrom('ledger_records')
    .selectAll()
    .where('trial_id', '=', trialId)
    .orderBy('record_no')
    .execute(),
})
