import {
  getParticipantHistory,
  recordInadvertentUnblinding,
  recordRandomisationError,
  unblindParticipant,
} from '#contract/participant-actions'
import type { Participant } from '#contract/participants'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from './a-trial'
import { ask, posted } from './ask'
import { readChain } from './audit-chain'
import type { TestPortal } from './portal'
import { randomise } from './randomise'
import { signedInAs, type SignedIn } from './sign-in'

type Headers = Record<string, string>
type Whom = { trial_id: number; id: number }

const pathOf = ({ trial_id, id }: Whom, action: string) => `trials/${trial_id}/participants/${id}/${action}`

/** Asks to be told a participant's group, however many were told of late, with a reason unless `body` brings its own. */
export const unblind = (who: SignedIn, whom: Whom, body: object = {}, headers: Headers = {}) =>
  ask(
    who,
    unblindParticipant.response,
    pathOf(whom, 'unblind'),
    posted({ comment: 'Severe bleeding', confirms_many: true, ...body }, headers),
  )

/** Asks to record that a participant's group became known. */
export const recordInadvertent = (who: SignedIn, whom: Whom, body: object = {}, headers: Headers = {}) =>
  ask(
    who,
    recordInadvertentUnblinding.response,
    pathOf(whom, 'inadvertent-unblinding'),
    posted({ comment: 'The box lay open', ...body }, headers),
  )

/** Asks to record that a participant was randomised in error, one not eligible unless `body` says otherwise. */
export const recordError = (who: SignedIn, whom: Whom, body: object = {}, headers: Headers = {}) =>
  ask(
    who,
    recordRandomisationError.response,
    pathOf(whom, 'errors'),
    posted({ kind: 'ineligible', comment: 'Too young', ...body }, headers),
  )

/** The history of a participant, as a person sees it. */
export const historyOf = (who: SignedIn, whom: Whom) =>
  ask(who, getParticipantHistory.response, pathOf(whom, 'history'))

/** Randomises a participant at a site of a trial, by its place there. */
export const drawnAt = async (
  who: SignedIn,
  { trial_id, sites, trial_strata }: BuiltTrial,
  site: number,
  options: readonly number[] = [],
): Promise<Whom & Participant> => {
  const { participants, problem } = await randomise(who, trial_id, {
    site_id: sites[site]?.id,
    participant_strata: trial_strata.map(({ id, options: all }, index) => ({
      trial_stratum_id: id,
      trial_stratum_option_id: all[options[index] ?? 0]?.id,
    })),
  })
  const [drawn] = participants
  if (!drawn) throw new Error(`nobody was randomised: ${problem?.code}`)
  return { trial_id, ...drawn }
}

export const TELLING_GROUPS = [
  { name: 'Zanamivir', label: 'Kit L' },
  { name: 'Oseltamivir', label: 'Kit K' },
]

/** What must not stand where a blinded person can read it. */
export const GROUP_WORDS = /Zanamivir|Oseltamivir|Kit/

/** Who has which part in the trials of these tests. The nurses and the unblinder are at the first site. */
const PARTS: { person: SampleAccountKey; flags: object; role: Parameters<typeof grant>[1]['role'] }[] = [
  { person: 'coordinator', role: 'Trial administrator', flags: { is_blinded_whole: true } },
  { person: 'pharmacist', role: 'Trial user', flags: { is_blinded_partial: true, is_unblind_authorized: true } },
  { person: 'monitor', role: 'Trial viewer', flags: { is_blinded_whole: true, is_unblind_authorized: true } },
  { person: 'nurse', role: 'Site user', flags: { is_unblind_authorized: true } },
  { person: 'blinded-nurse', role: 'Site user', flags: { is_blinded_whole: true } },
  { person: 'unblinder', role: 'Site user', flags: { is_blinded_whole: true, is_unblind_authorized: true } },
]

/**
 * A trial of two groups and two sites with a coordinator (level 3, blinded), a pharmacist (level 2, by label, may unblind), a
 * monitor (level 1, blinded, though delegated); at the first site a nurse (not blinded), a blinded nurse (may not unblind)
 * and an unblinder (blinded, may unblind).
 */
export const staffedTrial = async (world: TestPortal, overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, { study_groups: TELLING_GROUPS, ...overrides })
  for (const { person, role, flags } of PARTS) {
    const site_id = role === 'Site user' ? (trial.sites[0]?.id ?? null) : null
    await grant(world, { person, role, trial_id: trial.trial_id, site_id, ...flags })
  }
  return trial
}

/** Changes what a person's permission in a trial says. */
export const changePermission = async (
  { database, personId }: TestPortal,
  { trial_id }: { trial_id: number },
  person: SampleAccountKey,
  change: Partial<{
    is_blinded_whole: boolean
    is_blinded_partial: boolean
    is_unblind_authorized: boolean
    role_id: number
    site_id: number | null
    ended_at: string
  }>,
): Promise<void> => {
  await database.queries
    .updateTable('user_permissions')
    .set(change)
    .where('trial_id', '=', trial_id)
    .where('user_id', '=', personId(person))
    .execute()
}

/** Everything of a trial that an act about a participant could move. */
export const readTrialRecords = async ({ database: { queries } }: TestPortal, trialId: number) => {
  const participants = await queries
    .selectFrom('participants')
    .selectAll()
    .where('trial_id', '=', trialId)
    .orderBy('id')
    .execute()
  const ids = [0, ...participants.map(({ id }) => id)]
  return {
    trial: await queries.selectFrom('trials').selectAll().where('id', '=', trialId).executeTakeFirstOrThrow(),
    participants,
    groups: await queries
      .selectFrom('participant_groups')
      .selectAll()
      .where('participant_id', 'in', ids)
      .orderBy('participant_id')
      .orderBy('factorial_level')
      .execute(),
    answers: await queries
      .selectFrom('participant_strata')
      .selectAll()
      .where('participant_id', 'in', ids)
      .orderBy('participant_id')
      .orderBy('trial_stratum_id')
      .execute(),
    states: await queries
      .selectFrom('stratum_states')
      .selectAll()
      .where('trial_id', '=', trialId)
      .orderBy('stratum_key')
      .execute(),
    unblindings: await queries
      .selectFrom('participant_unblindings')
      .selectAll()
      .where('participant_id', 'in', ids)
      .orderBy('id')
      .execute(),
    inadvertent: await queries
      .selectFrom('inadvertent_unblindings')
      .selectAll()
      .where('participant_id', 'in', ids)
      .orderBy('id')
      .execute(),
    errors: await queries
      .selectFrom('randomisation_errors')
      .selectAll()
      .where('participant_id', 'in', ids)
      .orderBy('id')
      .execute(),
    messages: await queries
      .selectFrom('messages')
      .innerJoin('users', 'users.id', 'messages.user_id')
      .select(['messages.id', 'users.email', 'kind', 'facts', 'site_id'])
      .where('trial_id', '=', trialId)
      .orderBy('messages.id')
      .execute(),
    audit: (await readChain(queries, trialId)).entries,
  }
}

/** Those who were told of this, by the key of their account. */
export const recipientKeys = (kind: string, { messages }: Awaited<ReturnType<typeof readTrialRecords>>): string[] =>
  messages.filter((message) => message.kind === kind).map(({ email }) => email.replace('@example.org', ''))

/** Everybody of the sample, signed in. */
export const everybody = async (world: TestPortal): Promise<Record<SampleAccountKey, SignedIn>> => ({
  administrator: await signedInAs(world, 'administrator'),
  coordinator: await signedInAs(world, 'coordinator'),
  nurse: await signedInAs(world, 'nurse'),
  pharmacist: await signedInAs(world, 'pharmacist'),
  monitor: await signedInAs(world, 'monitor'),
  'blinded-nurse': await signedInAs(world, 'blinded-nurse'),
  unblinder: await signedInAs(world, 'unblinder'),
})
