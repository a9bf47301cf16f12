import { api } from '#contract/api'
import { DENSITIES } from '#domain/desk/display-settings'
import type { Endpoint } from '#contract/endpoint'
import { problem } from '#contract/problem'
import { tokenAnswer } from '#contract/reports'
import { isPublic } from '#contract/needs'
import { accepted } from '#domain/outcome'
import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { insertFactor } from '../../src/server/ground/db/external-account-factors'
import { insertExternalAccount } from '../../src/server/ground/db/external-accounts'
import { inTransaction } from '../../src/server/ground/db/transaction'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from './a-trial'
import { bystanderIn } from './access-world'
import { ask, valueOf } from './ask'
import type { TestPortal } from './portal'
import { raisedAlarm } from './raised-alarm'
import { randomise } from './randomise'
import { filled, READS } from './reads'
import { requestedReopening } from './requested-reopening'
import { revealedTrial } from './revealed-trial'
import { shownTo } from './save-trial'
import { sessionsOf, signedInAs } from './sign-in'
import { soundBodies } from './sound-bodies'
import { storedDoneTest } from './a-randomisation-test'
import { storedSimulation } from './stored-simulation'
import { storedWaiting } from './stored-waiting'
import { packsToActOn, storedPack } from './study-packs'
import { aTrialWithWaitingList, BY_LIST } from './own-list'
import { openNotice } from './open-notice'
import { openWallView } from './open-wall-view'

export type CallName = keyof typeof api

const reads = new Set(READS.map(([name]) => name))

/**
 * Every call that may write, including downloads and sign-ins: all of the contract except the reads of signed-in
 * people.
 */
export const WRITING_CALLS = Object.keys(api).filter((name): name is CallName => !reads.has(name))

/** A call that would succeed, ready to be sent once. */
export type ReadyCall = {
  name: CallName
  /** The trial that it is about, if any. */
  trial_id: number
  user_id: number
  key: string
  /** The status of its success. */
  success: number
  /** Sends it through one of the database's portals. */
  send: (portal: Pick<TestPortal, 'url'>) => Promise<CallAnswer>
}

type CallAnswer = { status: number; code: string | null }

/** The trials for calls that an ordinary one refuses. */
const TRIALS: Partial<Record<CallName, TrialOverrides>> = {
  addToWaitingList: { status: 'paused', is_participant_id_used: true },
  changeTrialStatus: { status: 'planning' },
  confirmDesign: { status: 'planning', is_design_checked: true },
  enterStartNonce: { status: 'planning' },
  nameListAuthor: { status: 'planning', randomisation_method_id: BY_LIST },
  openSite: { status: 'planning', is_opening_sites: true },
  previewTrialSave: { status: 'planning' },
  requestTrialReopening: { status: 'finished' },
  reopenTrial: { status: 'finished' },
  revealSeed: { status: 'finished' },
  updateTrial: { status: 'planning' },
}

/**
 * Senders of calls that a person who sees everything may not make, the author of the design may not make, or that would
 * end other people's sessions.
 */
const SENDERS: Partial<Record<CallName, SampleAccountKey>> = {
  confirmDesign: 'unblinder',
  // It ends all other sessions of this person.
  endOtherSessions: 'pharmacist',
  endOwnSession: 'monitor',
  logout: 'monitor',
  // Only the author may send it, who has no permission in the trial.
  uploadAllocationList: 'monitor',
  unblindParticipant: 'blinded-nurse',
}

/** A Started trial with participant ids, one stratum, packs at both sites and a second person at each dispensing. */
export const busyTrial = async (world: TestPortal): Promise<BuiltTrial> => {
  const trial = await aTrial(world, {
    is_participant_id_used: true,
    participant_id_warning_id: 2,
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    packs: 400,
    is_dispense_checked: true,
  })
  const { trial_id, sites } = trial
  await grant(world, { person: 'nurse', role: 'Trial user', trial_id, site_id: null })
  const blinded = { is_blinded_whole: true, is_unblind_authorized: true }
  await grant(world, { person: 'blinded-nurse', role: 'Site user', trial_id, site_id: sites[0]?.id ?? 0, ...blinded })
  return trial
}

/** A second administrator, whom several calls need. */
export const secondAdministrator = (world: TestPortal): Promise<void> =>
  grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })

/** The body that randomises a new participant. */
export const newcomer = ({ sites, trial_strata }: BuiltTrial, participant_id: string) => ({
  site_id: sites[0]?.id,
  participant_id,
  participant_strata: trial_strata.map(({ id, options }) => ({
    trial_stratum_id: id,
    trial_stratum_option_id: options[0]?.id,
  })),
})

/** Gives a person an external account with a second factor whose secret is unknown. */
export const giveSecondFactor = async (world: TestPortal, user_id: number): Promise<void> => {
  const created_at = world.clock.now()
  await inTransaction(world.database, async (transaction) => {
    const person = { user_id, email: `factor-${user_id}@home.example`, first_name: 'Ada', last_name: 'Obi' }
    const account = await insertExternalAccount(transaction, { ...person, created_at })
    if (!account) throw new Error('there is such an account already')
    const secret_encrypted = new Uint8Array(49)
    await insertFactor(transaction, { account_id: account.id, secret_encrypted, last_step: 0, created_at }, [
      secret_encrypted,
    ])
    return accepted(null)
  })
}

let count = 0

/**
 * A call with all its preconditions: in the given trial where an ordinary one is enough, otherwise in one of its own.
 */
export const readyCall = async (world: TestPortal, busy: BuiltTrial, name: CallName): Promise<ReadyCall> => {
  count += 1
  const number = count
  const endpoint: Endpoint = api[name]
  const special = TRIALS[name]
  const isArchive = name.endsWith('TrialArchive')
  const waiting =
    name === 'confirmAllocationList' || name === 'uploadAllocationList'
      ? await aTrialWithWaitingList(world, 'monitor')
      : null
  const ordinary = isArchive ? await revealedTrial(world) : special ? await aTrial(world, special) : busy
  const trial = waiting?.trial ?? ordinary
  const sender = SENDERS[name] ?? 'administrator'
  // A session of its own, as some calls end the session that sends them.
  const who = await signedInAs(world, sender)
  const administrator = await signedInAs(world, 'administrator')
  const key = randomUUID()
  const someone = await bystanderIn(world, trial.trial_id, VIEWER)
  const bodies = soundBodies({
    trial,
    user_id: someone.user_id,
    settings: await shownTo(administrator, trial.trial_id),
    ...(endpoint.path.includes('study-packs') && { packs: await packsToActOn(world, trial, 'pharmacist') }),
  })
  if (name === 'resetSecondFactor') await giveSecondFactor(world, someone.user_id)
  const somebody = newcomer(trial, `Newcomer ${number}`)
  const ids = {
    trial_id: trial.trial_id,
    site_id: trial.sites[0]?.id ?? 0,
    ...someone,
    notification_id: someone.user_id,
    participant_id: endpoint.path.includes('{participant_id}')
      ? ((await randomise(administrator, trial.trial_id, somebody)).participants[0]?.id ?? 0)
      : 0,
    study_pack_id: endpoint.path.includes('{study_pack_id}') ? await storedPack(world, trial, 'allocated') : 0,
    message_id: endpoint.path.includes('{message_id}')
      ? await failedMessage(world, trial.trial_id, someone.user_id)
      : 0,
    simulation_id: await storedSimulation(world, sender),
    session_id: await anotherSession(world, sender),
    audit_log_id: await entryOf(world, trial.trial_id),
    notice_id: await openNotice(world),
    alarm_id: await raisedAlarm(world, trial.trial_id),
    wall_view_id: await openWallView(world, trial.trial_id),
    waiting_id: await storedWaiting(world, trial.trial_id, trial.sites[0]?.id ?? 0),
    randomisation_test_id: await storedDoneTest(world, trial),
  }
  const fresh = { name: 'Somebody new', email: `newcomer-${number}@example.org` }
  const body = {
    ...bodies,
    randomiseParticipant: somebody,
    settleRandomisation: { idempotency_key: key },
    createUsers: fresh,
    updateUser: fresh,
    updateMe: { id: world.personId(sender), email: 'administrator@example.org', selected_timezone: ZONES[number % 2] },
    saveDisplaySettings: { density: DENSITIES[number % DENSITIES.length] },
    setUserActive: { is_active: false },
    ...(name === 'reopenTrial' && { reopenTrial: { request_id: await requestedReopening(world, trial.trial_id) } }),
    nameListAuthor: { user_id: world.personId('monitor') },
    ...(waiting && { confirmAllocationList: waiting.confirmation }),
    importStudyPacks: {
      ...bodies.importStudyPacks,
      study_packs: [{ pack_id: `K-${number}`, study_group: trial.study_groups[0]?.name, site: trial.sites[0]?.title }],
    },
    grantManyPermissions: [{ ...bodies.grantPermission, user_id: someone.user_id }],
    createExternalAccount: await invited(world, someone.user_id, `somebody-${number}@home.example`),
  }[name]
  const query = name.startsWith('download')
    ? await downloadQuery(endpoint.path, ids, administrator)
    : (QUERIES[name] ?? '')
  const path = `${filled(endpoint.path, ids)}${query}`
  return {
    name,
    trial_id: trial.trial_id,
    user_id: world.personId(sender),
    key,
    success: endpoint.status,
    send: async ({ url }) => {
      const response = await fetch(`${url}/api/v1/${path}`, {
        method: endpoint.method,
        redirect: 'manual',
        headers: {
          ...(!isPublic(endpoint) && { Authorization: `Bearer ${who.token}`, 'Idempotency-Key': key }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        code: response.status < 400 ? null : v.parse(problem, JSON.parse(text)).code,
      }
    },
  }
}

/** The role of a trial viewer by its id. */
const VIEWER = 4

const ZONES = ['Europe/London', 'Africa/Lagos']

/** A REF or the secret of a link cannot be had here, so these calls are refused. */
const QUERIES: Partial<Record<CallName, string>> = {
  redirectToPing: '?idp=sso',
  loginFromPing: '?idp=sso&ref=none',
  loginFromAaf: '?access_token=none',
  showAssociation: '?token=none',
}

/** The query of a download: a token from the call beside it, and the trial whose entries are exported. */
const downloadQuery = async (
  path: string,
  ids: Readonly<Record<string, number>>,
  who: Parameters<typeof ask>[0],
): Promise<string> => {
  const prepare = filled(path.replace(/\/download$/, ''), ids)
  const isDocument = prepare.includes('/documents/')
  if (isDocument || prepare.endsWith('/archive')) {
    const { token } = valueOf(await ask(who, tokenAnswer, prepare, { method: 'POST' }))
    return `?token=${token}${isDocument ? '&format=docx' : ''}`
  }
  const isReport = !prepare.includes('export')
  const init = { method: 'POST', ...(isReport && { body: JSON.stringify({ type: 'token' }) }) }
  const { token } = valueOf(await ask(who, tokenAnswer, prepare, init))
  const form = prepare.includes('audit') ? `&format=json&trial_id=${ids['trial_id']}` : '&format=csv'
  if (prepare.endsWith('/reference-set')) return `?token=${token}${form}&test=${ids['randomisation_test_id']}`
  return `?token=${token}${isReport ? '' : form}`
}

/** An email of a trial that could not be sent. */
const failedMessage = async ({ database, clock }: TestPortal, trial_id: number, user_id: number): Promise<number> => {
  const now = clock.now()
  const { id } = await database.queries
    .insertInto('messages')
    .values({
      trial_id,
      user_id,
      recipient_name: 'A bystander',
      recipient_address: 'bystander@example.org',
      facts: JSON.stringify({ kind: 'trial_status', trial: { id: trial_id } }),
      state: 'failed',
      queued_at: now,
      next_attempt_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const anotherSession = async (world: TestPortal, key: SampleAccountKey): Promise<number> => {
  await signedInAs(world, key)
  const [newest] = await sessionsOf(world, key)
  return newest?.number ?? 0
}

const entryOf = async ({ database }: TestPortal, trial_id: number): Promise<number> => {
  const entries = database.queries.selectFrom('audit_log').select('id').where('trial_id', '=', trial_id)
  return (await entries.orderBy('id').executeTakeFirstOrThrow()).id
}

/** The request of a person with an invitation. */
const invited = async ({ database, clock }: TestPortal, user_id: number, email: string) => {
  const association_token = randomUUID()
  const token_hash = createHash('sha256').update(association_token).digest()
  const token = { user_id, token_hash, created_at: clock.now(), expires_at: '2027-11-21T00:00:00.000Z' }
  await database.queries.insertInto('association_tokens').values(token).execute()
  return { user_id, first_name: 'Ada', last_name: 'Obi', email, association_token }
}
