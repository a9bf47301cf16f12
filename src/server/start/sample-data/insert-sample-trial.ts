import { createTrial as endpoint } from '#contract/trials'
import { ROLES } from '#domain/people/permissions'
import { insertStudyPacks } from '../../ground/db/sample-data'
import type { Transaction } from '../../ground/db/transaction'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import { insertPermission } from '../../ground/db/user-permissions'
import { performAuthorised } from '../../use-cases/call/perform-once'
import type { Actor } from '../../use-cases/call/call'
import type { ServerContext } from '../../use-cases/call/server-context'
import { createTrial } from '../../use-cases/trials/create-trial'
import { changeSampleStatus } from './change-sample-status'
import type { SamplePeople } from './insert-sample-people'
import { granted, sampleCall } from './sample-call'
import { logSamplePacks } from './sample-pack-logs'
import { samplePacks } from './sample-packs'
import type { SampleGrant, SampleTrial } from './sample-trial'

/** Creates a trial like the administrator would, with its people and packs, and starts it if the plan does. */
export const insertSampleTrial = async (
  transaction: Transaction,
  context: ServerContext,
  people: SamplePeople,
  administrator: Actor,
  sample: SampleTrial,
): Promise<void> => {
  const { form, created_at } = sample
  const call = { ...sampleCall(context, administrator, created_at), parameters: {}, body: form }
  const created = await performAuthorised(endpoint, call, createTrial, transaction)
  const { trials: [trialId = 0] = [] } = granted(form.title, created)
  const trial = await findTrial(transaction, trialId)
  if (!trial) throw new Error(`${form.title} was created and is not there`)
  for (const grant of sample.grants) await insertGrant(transaction, people, trial, created_at, grant)
  const packs = samplePacks(trial, sample.packs, context.randomBytes)
  await insertStudyPacks(transaction, packs)
  if (packs.length > 0) await logSamplePacks(transaction, trial, administrator, created_at)
  if (sample.start) await changeSampleStatus(transaction, context, administrator, trial, sample.start)
}

const insertGrant = async (
  transaction: Transaction,
  people: SamplePeople,
  trial: WholeTrial,
  now: string,
  grant: SampleGrant,
): Promise<void> => {
  const user_id = people.get(grant.account)
  const role = ROLES.find((candidate) => candidate.title === grant.role)
  if (user_id === undefined || !role) throw new Error(`${grant.account} cannot be ${grant.role}`)
  const { sites, blinding, is_unblind_authorized, has_study_packs_access } = grant
  const siteIds = sites?.map((title) => siteId(trial, title)) ?? [null]
  for (const site_id of siteIds) {
    await insertPermission(transaction, {
      user_id,
      role_id: role.id,
      trial_id: trial.id,
      site_id,
      is_blinded_partial: blinding === 'partial',
      is_blinded_whole: blinding === 'whole',
      is_unblind_authorized: is_unblind_authorized === true,
      has_study_packs_access: has_study_packs_access === true,
      created_at: now,
      updated_at: now,
      ended_at: null,
    })
  }
}

const siteId = (trial: WholeTrial, title: string): number => {
  const site = trial.sites.find((candidate) => candidate.title === title)
  if (!site) throw new Error(`${trial.title} has no site ${title}`)
  return site.id
}
