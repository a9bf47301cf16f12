import { trialForm } from '#contract/trial-form'
import { createTrial as endpoint } from '#contract/trials'
import { accepted } from '#domain/outcome'
import { ROLES, type Role } from '#domain/people/permissions'
import { PENDING, type TrialStatusKey } from '#domain/trials/trial-status'
import * as v from 'valibot'
import { insertStudyPacks } from '../../src/server/ground/db/sample-data'
import { inTransaction, type Transaction } from '../../src/server/ground/db/transaction'
import { findTrial, type WholeTrial } from '../../src/server/ground/db/trials'
import { insertPermission } from '../../src/server/ground/db/user-permissions'
import type { Actor } from '../../src/server/use-cases/call/call'
import type { ServerContext } from '../../src/server/use-cases/call/server-context'
import { changeSampleStatus } from '../../src/server/start/sample-data/change-sample-status'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { granted, sampleActor, sampleCall } from '../../src/server/start/sample-data/sample-call'
import { samplePacks } from '../../src/server/start/sample-data/sample-packs'
import { performAuthorised } from '../../src/server/use-cases/call/perform-once'
import { createTrial } from '../../src/server/use-cases/trials/create-trial'
import type { TestPortal } from './portal'

/** A trial of a test: ids for requests, and names to recognise. */
export type BuiltTrial = {
  trial_id: number
  sites: { id: number; title: string }[]
  study_groups: { id: number; name: string; label: string | null }[]
  trial_strata: { id: number; name: string; options: { id: number; name: string }[] }[]
}

type Form = v.InferInput<typeof trialForm>

/** Fields of the form that differ from the ordinary trial, and settings that the form does not have. */
export type TrialOverrides = Partial<Omit<Form, 'trial_strata' | 'trial_status_id'>> & {
  /** Reached step by step from Planning; Started by default. */
  status?: TrialStatusKey
  trial_strata?: readonly {
    name: string
    options: readonly (string | { name: string; max_participants?: number; ratio?: string })[]
  }[]
  /** The number of Active packs of each study group at each site. It turns on packs that the sites manage. */
  packs?: number
}

/** A Started trial of two groups 1:1 at two sites, Standard, without strata, packs, blinding or participant IDs. */
export const aTrial = async (world: Pick<TestPortal, 'context'>, overrides: TrialOverrides = {}): Promise<BuiltTrial> =>
  stored(world.context, async (transaction) => {
    const { context } = world
    const { status = 'started', packs = 0 } = overrides
    const administrator = await sampleActor(transaction, 'administrator')
    const trial = await created(transaction, context, administrator, formOf(overrides))
    await insertStudyPacks(
      transaction,
      samplePacks(trial, [{ ...ACTIVE_PACKS, packs_each: packs }], context.randomBytes),
    )
    for (const step of WAY_TO[status]) {
      const change = { status: step, at: context.now(), reason: 'For a test' }
      await changeSampleStatus(transaction, context, administrator, trial, change)
    }
    return {
      trial_id: trial.id,
      sites: trial.sites.map(({ id, title }) => ({ id, title })),
      study_groups: trial.study_groups.map(({ id, name, label }) => ({ id, name, label })),
      trial_strata: trial.trial_strata.map(({ id, name, trial_stratum_options }) => ({
        id,
        name,
        options: trial_stratum_options,
      })),
    }
  })

/** Delivers more Active packs of each study group to a site, in random order. */
export const deliverPacks = async (
  { context }: Pick<TestPortal, 'context'>,
  { trial_id, sites }: BuiltTrial,
  { site_id, ...delivery }: { prefix: string; packs_each: number; site_id: number | undefined },
): Promise<void> =>
  stored(context, async (transaction) => {
    const trial = await findTrial(transaction, trial_id)
    if (!trial) throw new Error('there is no such trial')
    const titles = sites.filter(({ id }) => id === site_id).map(({ title }) => title)
    const batch = { ...ACTIVE_PACKS, ...delivery, batch_id: delivery.prefix, sites: titles }
    await insertStudyPacks(transaction, samplePacks(trial, [batch], context.randomBytes))
  })

type Grant = {
  person: SampleAccountKey
  role: Role['title']
  /** Null for a role in the system. */
  trial_id: number | null
  /** Null for a role without a site. */
  site_id: number | null
  is_blinded_partial?: boolean
  is_blinded_whole?: boolean
  is_unblind_authorized?: boolean
  has_study_packs_access?: boolean
}

export const grant = async (
  { context, personId }: Pick<TestPortal, 'context' | 'personId'>,
  { person, role: title, ...place }: Grant,
): Promise<void> => {
  const role = ROLES.find((candidate) => candidate.title === title)
  if (!role) throw new Error(`there is no role ${title}`)
  const now = context.now()
  await insertPermission(context.database.queries, {
    ...place,
    user_id: personId(person),
    role_id: role.id,
    created_at: now,
    updated_at: now,
    ended_at: null,
  })
}

const WAY_TO: Record<TrialStatusKey, readonly TrialStatusKey[]> = {
  planning: [],
  pending: [],
  started: ['started'],
  paused: ['started', 'paused'],
  rejected: ['rejected'],
  finished: ['started', 'finished'],
  terminated: ['started', 'terminated'],
}

const ACTIVE_PACKS = {
  batch_id: 'B1',
  prefix: 'P',
  status: 'active',
  duration: 28,
  expire_on: '2099-12-31',
} as const

const formOf = ({ status, trial_strata = [], packs = 0, ...fields }: TrialOverrides): Form => ({
  title: 'A trial of two tablets',
  start_on: '2026-11-01',
  end_on: '2027-10-31',
  org_name: 'A trials unit',
  sites: [{ title: 'Northern General' }, { title: 'Southern General' }],
  study_groups: [
    { name: 'Amlodipine', label: 'Tablet X' },
    { name: 'Indapamide', label: 'Tablet Y' },
  ],
  is_managing_packs: packs > 0,
  is_site_managing_packs: packs > 0,
  ...fields,
  trial_strata: trial_strata.map(({ name, options }) => ({
    name,
    trial_stratum_options: options.map((option) => (typeof option === 'string' ? { name: option } : option)),
  })),
  ...(status === 'pending' ? { trial_status_id: PENDING } : {}),
})

const created = async (
  transaction: Transaction,
  context: ServerContext,
  administrator: Actor,
  form: Form,
): Promise<WholeTrial> => {
  const call = {
    ...sampleCall(context, administrator, context.now()),
    parameters: {},
    body: v.parse(trialForm, form),
  }
  const performed = await performAuthorised(endpoint, call, createTrial, transaction)
  const { trials: [id = 0] = [] } = granted(`creating ${form.title}`, performed)
  const trial = await findTrial(transaction, id)
  if (!trial) throw new Error('the trial that was created is not there')
  return trial
}

const stored = async <T>(context: ServerContext, work: (transaction: Transaction) => Promise<T>): Promise<T> => {
  const done = await inTransaction(context.database, async (transaction) => accepted(await work(transaction)))
  if (!done.ok) throw new Error('a test’s trial could not be stored')
  return done.value
}
