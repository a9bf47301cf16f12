import { api } from '#contract/api'
import { vi } from 'vitest'
import { EVERY_JOB } from '../../src/server/doors/jobs/every-job'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { SessionClient } from '../../src/server/ground/db/session-client'
import { aTrial, grant, type BuiltTrial } from './a-trial'
import { posted } from './ask'
import { deliverMail } from './mail-room'
import type { TestPortal } from './portal'
import { randomise } from './randomise'
import { patternOf, type SentStatement } from './read-plan'
import { filled, READS } from './reads'
import { signedInAs, type SignedIn } from './sign-in'
import { busyTrial, newcomer, readyCall, secondAdministrator, WRITING_CALLS, type CallName } from './writing-calls'

/** The statements of a walk, one of each pattern, and the calls that were refused. */
export type Walked = { statements: readonly SentStatement[]; refused: readonly CallName[] }

/** Every call of the API and every job of the service, about one trial, with the statements that the portal sent for them. */
export const oneTrialWalked = async (world: TestPortal): Promise<Walked> => {
  const heard: Heard = new Map()
  await secondAdministrator(world)
  const trial = await busyTrial(world)
  const atFirstSite = { trial_id: trial.trial_id, site_id: trial.sites[0]?.id ?? 0 }
  await grant(world, { person: 'pharmacist', role: 'Site user', has_study_packs_access: true, ...atFirstSite })
  await listening(heard, () => deliverMail(world))
  const refused: CallName[] = []
  for (const name of WRITING_CALLS) {
    const call = await readyCall(world, trial, name)
    const { status } = await listening(heard, () => call.send(world))
    if (status >= 400) refused.push(name)
  }
  await listening(heard, () => packReported(world, trial))
  await randomisedUnderCaps(world, heard)
  const paths = await readsOf(world, trial)
  for (const key of READERS) {
    const who = await signedInAs(world, key)
    for (const path of paths) {
      const { status } = await listening(heard, () => who.fetch(path))
      if (status >= 500) throw new Error(`${path} as ${key}: ${status}`)
    }
    await listening(heard, () => participantsFollowed(who, trial))
  }
  for (const { run } of EVERY_JOB) await listening(heard, () => run(world.context))
  return { statements: [...heard.values()], refused }
}

/** The last statement of each pattern. */
type Heard = Map<string, SentStatement>

const listening = async <T>(heard: Heard, work: () => Promise<T>): Promise<T> => {
  const sent = vi.spyOn(SessionClient.prototype, 'query')
  try {
    return await work()
  } finally {
    const calls: readonly (readonly unknown[])[] = sent.mock.calls
    for (const [text, parameters] of calls)
      if (typeof text === 'string' && IS_PLANNED.test(text))
        heard.set(patternOf(text), { text, parameters: Array.isArray(parameters) ? parameters : [] })
    sent.mockRestore()
  }
}

/** What has a plan: not what begins or ends a transaction, or fetches from a cursor. */
const IS_PLANNED = /^[\s(]*(with|select|insert|update|delete|declare)\b/i

/** Somebody who sees every site, and somebody at one of them who sees the packs. */
const READERS: readonly SampleAccountKey[] = ['administrator', 'pharmacist']

/** A device reports an action on a pack. */
const packReported = async (world: TestPortal, trial: BuiltTrial): Promise<void> => {
  const { device_id, id } = REPORTED
  const study_pack_ids = [await allocatedPackOf(world, trial)]
  const who = await signedInAs(world, 'administrator')
  const body = posted({ device_id, actions: [{ id, state: 'lost', study_pack_ids }] })
  const { status } = await who.fetch(api.reportDeviceActions.path, body)
  if (status >= 400) throw new Error(`reporting a pack: ${status}`)
}

const REPORTED = {
  device_id: '0d4fb0b5-5a4b-4c39-9e7e-1f6f0f0a1c11',
  id: '7c7d4a55-4f3a-4c9b-8c8f-000000000002',
}

/** A participant of a trial with a cap on a site, an option and a group. */
const randomisedUnderCaps = async (world: TestPortal, heard: Heard): Promise<void> => {
  const trial = await aTrial(world, {
    sites: [{ title: 'Capped', max_participants: 9 }],
    trial_strata: [{ name: 'Sex', options: [{ name: 'Female', max_participants: 9 }, 'Male'] }],
    study_groups: [{ name: 'A' }, { name: 'B' }, { name: 'C', max_participants: 9 }],
    randomisation_method_id: 1,
    block_size_min: 3,
    block_size_max: 6,
  })
  const who = await signedInAs(world, 'administrator')
  const { problem } = await listening(heard, () =>
    randomise(who, trial.trial_id, { ...newcomer(trial, ''), participant_id: null }),
  )
  if (problem) throw new Error(`randomising under caps: ${problem.code}`)
}

/** A device fetches the participants of a trial, and then what has changed since. */
const participantsFollowed = async (who: SignedIn, { trial_id }: BuiltTrial): Promise<void> => {
  const path = `trials/${trial_id}/participants/snapshot`
  const { headers } = await who.fetch(path)
  const version = headers.get('ETag')?.replaceAll(/^(W\/)?"|"$/g, '') ?? ''
  const { status } = await who.fetch(`${path}?since=${encodeURIComponent(version)}`)
  if (status >= 400) throw new Error(`the changes since ${version}: ${status}`)
}

const allocatedPackOf = async ({ database }: TestPortal, { trial_id }: BuiltTrial): Promise<number> => {
  const given = database.queries
    .selectFrom('participant_groups')
    .select('study_pack_id')
    .where('of_trial', '=', trial_id)
  const packs = await given.where('study_pack_id', 'is not', null).orderBy('study_pack_id').execute()
  return packs[0]?.study_pack_id ?? 0
}

/** Every read of the API, with the lists of the trial searched, narrowed and sorted. */
const readsOf = async (world: TestPortal, trial: BuiltTrial): Promise<string[]> => {
  const { trial_id, sites } = trial
  const { queries } = world.database
  const first = await queries
    .selectFrom('participants')
    .select('id')
    .where('trial_id', '=', trial_id)
    .executeTakeFirst()
  const entry = await queries.selectFrom('audit_log').select('id').where('chain', '=', trial_id).executeTakeFirst()
  const ids = {
    trial_id,
    site_id: sites[0]?.id ?? 0,
    participant_id: first?.id ?? 0,
    user_id: world.personId('nurse'),
    simulation_id: 1,
    study_pack_id: await allocatedPackOf(world, trial),
    audit_log_id: entry?.id ?? 0,
  }
  const participants = `trials/${trial_id}/participants`
  return [
    ...READS.map(([, { path }]) => filled(path, ids)),
    `${participants}?q=Newcomer&sort=participant_id&order=asc&page=1&page_size=10`,
    `${participants}?flag_status=Flagged&site_id=${ids.site_id}&sort=date&order=desc`,
    `trials/${trial_id}/study-packs?logs=true`,
    `trials/${trial_id}/messages?state=failed&page_size=10`,
    `search?q=Newcomer&recent=trial-${trial_id}`,
    `audit-logs?trial_id=${trial_id}&q=pack&page_size=100`,
    `audit-logs?trial_id=${trial_id}&participant=1`,
  ]
}
