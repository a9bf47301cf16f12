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
type ParticipantKey = { trial_id: number; id: number }

const pathOf = ({ trial_id, id }: ParticipantKey, action: string) => `trials/${trial_id}/participants/${id}/${action}`

/** Unblinds a participant, however many were unblinded of late, with a reason unless `body` has its own. */
export const unblind = (who: SignedIn, participant: ParticipantKey, body: object = {}, headers: Headers = {}) =>
  ask(
    who,
    unblindParticipant.response,
    pathOf(participant, 'unblind'),
    posted({ comment: 'Severe bleeding', confirms_many: true, ...body }, headers),
  )

/** Records that a participant's group became known. */
export const recordInadvertent = (
  who: SignedIn,
  participant: ParticipantKey,
  body: object = {},
  headers: Headers = {},
) =>
  ask(
    who,
    recordInadvertentUnblinding.response,
    pathOf(participant, 'inadvertent-unblinding'),
    posted({ comment: 'The box lay open', ...body }, headers),
  )

/** Records that a participant was randomised in error, as not eligible unless `body` differs. */
export const recordError = (who: SignedIn, participant: ParticipantKey, body: object = {}, headers: Headers = {}) =>
  ask(
    who,
    recordRandomisationError.response,
    pathOf(participant, 'errors'),
    posted({ kind: 'ineligible', comment: 'Too young', ...body }, headers),
  )

/** The history of a participant, as a person sees it. */
export const historyOf = (who: SignedIn, participant: ParticipantKey) =>
  ask(who, getParticipantHistory.response, pathOf(participant, 'history'))

/** Randomises a participant at a site of a trial, given by its place there. */
export const drawnAt = async (
  who: SignedIn,
  { trial_id, sites, trial_strata }: BuiltTrial,
  site: number,
  options: readonly number[] = [],
): Promise<ParticipantKey & Participant> => {
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

/** Words that must not be where a blinded person can read them. */
export const GROUP_WORDS = /Zanamivir|Oseltamivir|Kit/

/** The roles in the trials of these tests. The nurses and the unblinder are at the first site. */
const PARTS: { person: SampleAccountKey; flags: object; role: Parameters<typeof grant>[1]['role'] }[] = [
  { person: 'coordinator', role: 'Trial administrator', flags: { is_blinded_whole: true } },
  { person: 'pharmacist', role: 'Trial user', flags: { is_blinded_partial: true, is_unblind_authorized: true } },
  { person: 'monitor', role: 'Trial viewer', flags: { is_blinded_whole: true, is_unblind_authorized: true } },
  { person: 'nurse', role: 'Site user', flags: { is_unblind_authorized: true } },
  { person: 'blinded-nurse', role: 'Site user', flags: { is_blinded_whole: true } },
  { person: 'unblinder', role: 'Site user', flags: { is_blinded_whole: true, is_unblind_authorized: true } },
]

/**
 * A trial of two groups and two sites. The coordinator is blinded (level 3). The pharmacist sees labels and may unblind
 * (level 2). The monitor is blinded, though delegated (level 1). At the first site are a nurse (not blinded), a blinded
 * nurse (may not unblind) and an unblinder (blinded, may unblind).
 */
export const staffedTrial = async (world: TestPortal, overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, { study_groups: TELLING_GROUPS, ...overrides })
  for (const { person, role, flags } of PARTS) {
    const site_id = role === 'Site user' ? (trial.sites[0]?.id ?? null) : null
    await grant(world, { person, role, trial_id: trial.trial_id, site_id, ...flags })
  }
  return trial
}

/** Changes fields of a person's permission in a trial. */
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

/** All rows of a trial that an act on a participant could change. */
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

/** The recipients of messages of a kind, by the key of their account. */
export const recipientKeys = (kind: string, { messages }: Awaited<ReturnType<typeof readTrialRecords>>): string[] =>
  messages.filter((message) => message.kind === kind).map(({ email }) => email.replace('@example.org', ''))

/** All sample people, signed in. */
export const everybody = async (world: TestPortal): Promise<Record<SampleAccountKey, SignedIn>> => ({
  administrator: await signedInAs(world, 'administrator'),
  coordinator: await signedInAs(world, 'coordinator'),
  nurse: await signedInAs(world, 'nurse'),
  pharmacist: await signedInAs(world, 'pharmacist'),
  monitor: await signedInAs(world, 'monitor'),
  'blinded-nurse': await signedInAs(world, 'blinded-nurse'),
  unblinder: await signedInAs(world, 'unblinder'),
})
