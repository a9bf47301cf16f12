import { API_BASE } from '#contract/api-address'
import { loginFromPing } from '#contract/session'
import type { Trial } from '#contract/trials'
import { ROLES } from '#domain/people/permissions'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { openDatabase, type OpenDatabase } from '../../src/server/ground/db/open-database'
import { insertPermission } from '../../src/server/ground/db/user-permissions'
import { insertUserProfile } from '../../src/server/ground/db/user-profiles'
import { craftedIssuer, SUBJECT, type CraftedIssuer } from '../support/crafted-issuer'
import { openMailServer, type MailServer } from '../support/mail-server'
import { storePeople } from '../support/peopled-place'
import { webBrowser } from '../support/web-browser'
import { makeCertificates, type Certificates } from './certificates'
import { makeDatabase, type DatabaseProcess } from './database-process'
import { openDatabaseWay, type DatabaseWay } from './database-way'
import { startLoad, type Load, type Target } from './load'
import { openPortalProcess, type PortalProcess } from './portal-process'
import { openPrograms, ownerOfPrograms } from './programs'
import { mountSmallDisk, type SmallDisk } from './small-disk'
import { startedTrials } from './started-trials'

/** The kinds of database below a portal. With TLS, a fault cannot read the traffic. */
export const GROUNDS = ['PostgreSQL', 'PostgreSQL over TLS', 'embedded'] as const
export type GroundName = (typeof GROUNDS)[number]

/** A portal with its database and services, people who randomise in it, and every part that can be faulted. */
export type FaultedPlace = {
  folder: string
  ground: GroundName
  portal: PortalProcess
  /** Another process over the same database, not started yet; null for the embedded one. */
  second: PortalProcess | null
  /** Null for the embedded database. */
  server: { process: DatabaseProcess; way: DatabaseWay; certificates: Certificates } | null
  /** Null where the user may not mount one. */
  disk: SmallDisk | null
  mail: MailServer
  issuer: CraftedIssuer
  trials: readonly Trial[]
  load: Load
  /** The portal and token of the people who are signed in. */
  target: () => Target
  /** Sends everybody's later requests to these processes. */
  workThrough: (portals: readonly PortalProcess[]) => void
  /** Signs in again; the people who randomise continue with the new token. */
  signIn: () => Promise<void>
  /** Starts every program that has ended, as systemd would. */
  revive: () => Promise<void>
  close: () => Promise<void>
}

/** The person who gets an email about each randomisation. */
export const RECIPIENT = 'coordinator@example.org'

/**
 * The pause between two participants of a person, in milliseconds. A thousand kills take an hour, and each key is
 * checked at the end.
 */
const PAUSE = 300

/** Starts all of it in a folder of its own. */
export const openFaultedPlace = async (folder: string, ground: GroundName): Promise<FaultedPlace> => {
  const programs = openPrograms()
  const owner = ownerOfPrograms()
  const ends: (() => Promise<unknown> | void)[] = [() => programs.endAll()]
  const close = async () => {
    for (const end of ends.splice(0)) await end()
  }
  try {
    const disk_folder = join(folder, 'disk')
    mkdirSync(disk_folder, { recursive: true })
    const disk = owner ? mountSmallDisk(disk_folder) : null
    ends.push(() => disk?.close())
    const certificates = makeCertificates(folder)
    if (owner) giveAway(folder)
    const server =
      ground === 'embedded' ? null : await makeServer({ folder, disk: disk_folder, programs }, ground, certificates)
    ends.push(() => server?.way.close())
    await server?.process.start()
    const data_dir = join(server ? folder : disk_folder, 'portal')
    const issuer = await craftedIssuer()
    const mail = await openMailServer()
    ends.push(issuer.stop, mail.stop)
    const place = { database_url: server?.process.url, data_dir }
    const withDatabase = async (work: (database: OpenDatabase) => Promise<unknown>) => {
      const database = await openDatabase(place, () => {})
      await work(database)
      await database.close()
    }
    await withDatabase(async (database) => {
      await storePeople(database)
      await insertUserProfile(database.queries, await profileAt(issuer, database))
    })
    const environment = (dir: string) => ({
      DATA_DIR: dir,
      SMTP_URL: mail.url,
      OIDC_SSO_ISSUER: issuer.url,
      OIDC_SSO_CLIENT_ID: 'portal',
      OIDC_SSO_CLIENT_SECRET: 'a secret between the two',
      ...(server && { DATABASE_URL: addressOver(server.way, ground, certificates) }),
    })
    if (owner) giveAway(folder)
    const portal = await openPortalProcess({ folder, name: 'portal', programs }, environment(data_dir))
    const second = server
      ? await openPortalProcess({ folder, name: 'second', programs }, environment(join(folder, 'second')))
      : null
    await portal.start()
    let token = await signInThrough(portal.url)
    let portals: readonly PortalProcess[] = [portal]
    const target = () => ({ url: portal.url, token })
    const trials = await startedTrials(target())
    if (server) await withDatabase((database) => grantRecipient(database, trials))
    const load = startLoad(
      (person) => ({ url: (portals[person % portals.length] ?? portal).url, token }),
      trials,
      PAUSE,
    )
    return {
      folder,
      ground,
      portal,
      second,
      server,
      disk,
      mail,
      issuer,
      trials,
      load,
      target,
      workThrough: (next) => {
        portals = next
      },
      signIn: async () => {
        token = await signInThrough(portal.url)
      },
      revive: async () => {
        await server?.process.start()
        await portal.start()
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A fixed time before every load, at which people got their accounts and permissions. */
const LONG_AGO = '2026-01-01T00:00:00.000Z'

const makeServer = async (
  place: Parameters<typeof makeDatabase>[0],
  ground: GroundName,
  certificates: Certificates,
): Promise<NonNullable<FaultedPlace['server']>> => {
  const tls = { ssl: 'on', ssl_cert_file: certificates.certificate, ssl_key_file: certificates.key }
  const process = await makeDatabase(place, ground === 'PostgreSQL over TLS' ? tls : {})
  return { process, way: await openDatabaseWay(process.port), certificates }
}

const addressOver = ({ port }: DatabaseWay, ground: GroundName, { authority }: Certificates): string => {
  const address = new URL(`postgres://postgres@127.0.0.1:${port}/postgres`)
  if (ground === 'PostgreSQL over TLS')
    address.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: authority }).toString()
  return address.href
}

/** The administrator's account: the issuer's only person. */
const profileAt = async (issuer: CraftedIssuer, database: OpenDatabase) => {
  const user_id = await idOf(database, 'administrator@example.org')
  return { user_id, idp: 'sso' as const, issuer: issuer.url, subject: SUBJECT, created_at: LONG_AGO }
}

const grantRecipient = async (database: OpenDatabase, trials: readonly Trial[]): Promise<void> => {
  const user_id = await idOf(database, RECIPIENT)
  const role = ROLES.find(({ title }) => title === 'Trial administrator')
  if (!role) throw new Error('there are no trial administrators')
  const since = { role_id: role.id, created_at: LONG_AGO, updated_at: LONG_AGO, ended_at: null }
  for (const { id: trial_id } of trials) {
    await insertPermission(database.queries, { user_id, trial_id, site_id: null, ...since })
  }
}

const idOf = async ({ queries }: OpenDatabase, email: string): Promise<number> => {
  const { id } = await queries.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return id
}

/** Signs in through the issuer, which knows its person without a question. Returns the token. */
const signInThrough = async (url: string): Promise<string> => {
  const browser = webBrowser()
  const hasRef = (address: URL) => address.searchParams.has('REF')
  const returned = await browser.go(`${url}${API_BASE}/auth/ping/redirect?idp=sso`, {}, hasRef)
  const query = new URLSearchParams({ idp: 'sso', ref: returned.url.searchParams.get('REF') ?? '' })
  const answer = await browser.ask(`${url}${API_BASE}/${loginFromPing.path}?${query.toString()}`)
  return v.parse(loginFromPing.response, JSON.parse(answer.text)).token
}

/** Root made the files; the programs run as another user. */
const giveAway = (folder: string) => execFileSync('chown', ['-R', 'postgres:', folder])
