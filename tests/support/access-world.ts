import { ROLES, type StoredPermission } from '#domain/people/permissions'
import { insertPermission, livePermissions } from '../../src/server/ground/db/user-permissions'
import { insertUserProfile } from '../../src/server/ground/db/user-profiles'
import { insertUser } from '../../src/server/ground/db/users'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from './a-trial'
import { testPortal, type TestPortal } from './portal'
import { randomise } from './randomise'
import { shownTo } from './save-trial'
import { sessionsOf, signedInAs, type SignedIn } from './sign-in'
import { soundBodies, type SoundBodies } from './sound-bodies'
import { storedDoneTest } from './a-randomisation-test'
import { storedSimulation } from './stored-simulation'
import { openWallView } from './open-wall-view'
import { storedPack } from './study-packs'

/** The place of a request: a trial, and one of its sites. */
export const PLACES = [
  'own site',
  'other site',
  'another trial',
  'protected trial',
  'protected trial of theirs',
  'trial that blinds them',
] as const
export type Place = (typeof PLACES)[number]

/** A place, with an id of everything in it that an address can name. */
export type Here = {
  trial: BuiltTrial & { is_protected_trial: boolean }
  site_id: number
  participant_id: number
  message_id: number
  wall_view_id: number
  randomisation_test_id: number
  /** A removed pack: further acts on it are refused, if no permission refuses them first. */
  study_pack_id: number
  bodies: SoundBodies
}

/** A sample account with all its permissions. */
export type Person = { key: SampleAccountKey; permissions: readonly StoredPermission[]; simulation_id: number }

/**
 * The people of the sample accounts. Each has their usual role in one trial, at the first of its two sites where it is
 * a role for a site. In the other trials only the administrator has a role, and is blinded in one.
 */
export type AccessWorld = {
  portal: TestPortal
  people: readonly Person[]
  places: Readonly<Record<Place, Here>>
  session: (key: SampleAccountKey) => SignedIn | undefined
  freshSession: (key: SampleAccountKey) => Promise<SignedIn>
  /** Creates another session of a person. Returns its id. */
  anotherSession: (key: SampleAccountKey) => Promise<number>
  /** Creates a person with an account at a provider, who may view this trial and nothing else. */
  bystander: (trialId: number) => Promise<{ user_id: number; permission_id: number; profile_id: number }>
  stop: () => Promise<void>
}

const PARTS: Omit<Parameters<typeof grant>[1], 'trial_id' | 'site_id'>[] = [
  { person: 'coordinator', role: 'Trial administrator' },
  { person: 'nurse', role: 'Site user' },
  { person: 'pharmacist', role: 'Site user', has_study_packs_access: true },
  { person: 'monitor', role: 'Trial viewer' },
  { person: 'blinded-nurse', role: 'Site user', is_blinded_whole: true },
  { person: 'unblinder', role: 'Trial user', is_blinded_whole: true, is_unblind_authorized: true },
]

/** A portal with every person, trial and site of the access matrix. */
export const accessWorld = async (): Promise<AccessWorld> => {
  const portal = await testPortal()
  const administrator = await signedInAs(portal, 'administrator')

  const furnished = async (is_protected_trial = false) => {
    const trial = await aTrial(portal, {
      is_participant_id_used: true,
      trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    })
    // A person who receives emails.
    await bystanderIn(portal, trial.trial_id, USER)
    const bodies = soundBodies({
      trial,
      user_id: portal.personId('nurse'),
      settings: await shownTo(administrator, trial.trial_id),
    })
    const at = async (site: number): Promise<Here> => {
      const site_id = trial.sites[site]?.id ?? 0
      const { participants } = await randomise(administrator, trial.trial_id, {
        ...bodies.randomiseParticipant,
        site_id,
        participant_id: `First of ${site_id}`,
      })
      return {
        trial: { ...trial, is_protected_trial },
        site_id,
        participant_id: participants[0]?.id ?? 0,
        message_id: await messageOf(trial.trial_id),
        wall_view_id: await openWallView(portal, trial.trial_id),
        randomisation_test_id: await storedDoneTest(portal, trial),
        study_pack_id: await storedPack(portal, trial, 'removed', { site_id }),
        bodies,
      }
    }
    return { trial, at }
  }

  const messageOf = async (trialId: number): Promise<number> => {
    const sent = portal.database.queries.updateTable('messages').set({ state: 'failed' })
    const [message] = await sent.where('trial_id', '=', trialId).returning('id').execute()
    return message?.id ?? 0
  }

  const open = await furnished()
  for (const part of PARTS) {
    const site_id = part.role === 'Site user' ? (open.trial.sites[0]?.id ?? null) : null
    await grant(portal, { ...part, trial_id: open.trial.trial_id, site_id })
  }
  const another = await furnished()
  const guarded = await furnished(true)
  const ofHis = await furnished(true)
  const blinding = await furnished()
  const places: Record<Place, Here> = {
    'own site': await open.at(0),
    'other site': await open.at(1),
    'another trial': await another.at(0),
    'protected trial': await guarded.at(0),
    'protected trial of theirs': await ofHis.at(0),
    'trial that blinds them': await blinding.at(0),
  }
  const ofAdministrator = { person: 'administrator', role: 'Trial viewer', site_id: null } as const
  await grant(portal, { ...ofAdministrator, trial_id: ofHis.trial.trial_id })
  await grant(portal, { ...ofAdministrator, trial_id: blinding.trial.trial_id, is_blinded_whole: true })
  for (const { trial } of Object.values(places).filter((here) => here.trial.is_protected_trial)) {
    const trials = portal.database.queries.updateTable('trials').where('id', '=', trial.trial_id)
    await trials.set((row) => ({ is_protected_trial: true, setup_version: row('setup_version', '+', 1) })).execute()
  }

  const people = []
  for (const { key } of SAMPLE_ACCOUNTS) {
    const permissions = await livePermissions(portal.database.queries, portal.personId(key))
    people.push({ key, permissions, simulation_id: await storedSimulation(portal, key) })
  }
  const sessions = new Map<SampleAccountKey, SignedIn>()
  for (const { key } of people) sessions.set(key, await signedInAs(portal, key))

  return {
    portal,
    people,
    places,
    session: (key) => sessions.get(key),
    freshSession: async (key) => signedInAs(portal, key),
    anotherSession: async (key) => {
      await signedInAs(portal, key)
      const [newest] = await sessionsOf(portal, key)
      return newest?.number ?? 0
    },
    bystander: async (trial_id) => bystanderIn(portal, trial_id, VIEWER),
    stop: portal.stop,
  }
}

const idOf = (title: string): number => ROLES.find((role) => role.title === title)?.id ?? 0
const VIEWER = idOf('Trial viewer')
const USER = idOf('Trial user')

let bystanders = 0

/** Creates a person with an account at a provider and a role in a trial. */
export const bystanderIn = async ({ database: { queries }, clock }: TestPortal, trial_id: number, role_id: number) => {
  const created_at = clock.now()
  bystanders += 1
  const email = `bystander-${bystanders}@example.org`
  const user_id = await insertUser(queries, { name: 'A bystander', email, created_at })
  const permission = { user_id, trial_id, role_id, site_id: null, created_at, updated_at: created_at }
  const account = { idp: 'sso', issuer: 'https://id.example.org', subject: email }
  const profile = await insertUserProfile(queries, { user_id, ...account, created_at })
  const permission_id = await insertPermission(queries, { ...permission, ended_at: null })
  return { user_id, permission_id, profile_id: profile?.id ?? 0 }
}
