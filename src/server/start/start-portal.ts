import { isProductionInstance } from '#domain/instance'
import { accepted, type Outcome } from '#domain/outcome'
import { getRequestListener } from '@hono/node-server'
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createApp } from './app'
import type { Config, Settings } from '../ground/settings'
import { certificateReader } from '../ground/certificates'
import { clockDifference } from '../ground/db/clock-difference'
import type { OpenDatabase } from '../ground/db/open-database'
import { createMetrics } from '../ground/metrics'
import { createAdmission } from '../ground/admission'
import { createRequestLimits } from '../ground/request-limits'
import { openHttpServer, type HttpServer, type Listener } from '../doors/http/http-server'
import { openOwnProvider, type OwnProvider } from '../doors/idp/own-provider'
import { openUpToDate } from './open-up-to-date'
import { clockAgreement } from '../doors/jobs/clock-agreement'
import { createJobRunner } from '../doors/jobs/job-runner'
import { metricsListener } from '../doors/metrics/metrics-listener'
import { createDeliveries } from '../doors/jobs/deliveries'
import { closeMailFolder } from '../ground/mail/mail-folder'
import { mailTransport } from '../ground/mail/mail-transport'
import { createParticipantLists } from '../ground/participant-lists/participant-lists'
import type { ServerContext } from '../use-cases/call/server-context'
import { createRefusalCounts } from '../ground/refusals/refusal-counts'
import { seedKeyOf } from './config/local-seed-key'
import { EXTERNAL_PATH } from '../ground/sessions/external-identity'
import { withExternalAccounts } from '../use-cases/sign-in/external-accounts/external-provider'
import { createPasswords, PASSWORD_COST, type Passwords } from '../ground/secrets/passwords'
import { createSignInProviders } from '../ground/sessions/relying-party'
import { createSessionReader } from '../ground/sessions/session-reader'
import { createSessionActivity } from '../ground/sessions/session-activity'
import { createSessionTokens } from '../ground/sessions/session-tokens'
import { openSigningKeys } from '../ground/sessions/signing-keys'
import { keyAuditHeads } from '../use-cases/operation/sealed-values/key-audit-heads'
import { needEveryKey } from '../use-cases/operation/sealed-values/missing-keys'
import { sealClearStates } from '../use-cases/operation/sealed-values/seal-clear-states'
import { openBuiltWorker, type OpenWorker } from '../ground/simulation/open-worker'
import { createSimulationRunner } from '../ground/simulation/simulation-runner'
import { readUniversityLogo } from '../ground/files/university-logo'
import { readBuild, readVerifier, readVersion } from './version'

/** The dependencies of a portal. A test passes a clock, chance and a database of its own. */
export type Dependencies = Pick<ServerContext, 'log' | 'now' | 'wait' | 'randomBytes' | 'client' | 'readVerifier'> & {
  /** Milliseconds by a monotonic clock. */
  steady: () => number
  /** Hashes passwords; null uses the service's own parameters. */
  passwords: Passwords | null
  /** Open and migrated; it stays open when the portal stops. Null opens the database of the settings. */
  database: OpenDatabase | null
  /** Whether the process delivers queued emails; tests deliver them themselves. */
  delivers_mail: boolean
  /** Whether the process runs the service's jobs; tests run them themselves. */
  does_jobs: boolean
  /** How far the process's clock is ahead of the database's; tests with a clock of their own do not ask. */
  clockDifference: typeof clockDifference
  /** Starts a worker thread; tests start it from its source. */
  openWorker: OpenWorker
  /** Runs before the first request is answered, such as loading sample data. */
  prepare: (context: ServerContext) => Promise<void>
}

export type RunningPortal = {
  url: string
  /** Where metrics are read; null where METRICS_PORT is not set. */
  metrics_url: string | null
  context: ServerContext
  /** Accepts no more requests, finishes those in progress, closes what was opened. */
  stop: () => Promise<void>
}

/**
 * Starts the server: listens, opens and migrates the database, opens or makes the keys, and serves the app, the API and, on
 * sample instances, `/idp`. Refuses, with one line, where that is not possible; then nothing stays open.
 */
export const startPortal = async (
  settings: Settings,
  options: Pick<Dependencies, 'log'> & Partial<Dependencies>,
): Promise<Outcome<RunningPortal, string>> => {
  const dependencies: Dependencies = { ...defaultDependencies, ...options }
  const seedKey = await seedKeyOf(settings, dependencies.randomBytes)
  if (!seedKey.ok) return seedKey
  const logo = await readUniversityLogo(settings)
  if (!logo.ok) return logo
  const mailFolder = await closeMailFolder(settings.data_dir)
  if (!mailFolder.ok) return mailFolder
  const server = await openHttpServer(settings.host, settings.port)
  if (!server.ok) return server
  const metricsServer = settings.metrics_port === null ? accepted(null) : await openMetricsServer(settings)
  if (!metricsServer.ok) {
    await server.value.stop(0)
    return metricsServer
  }
  const database = dependencies.database
    ? accepted(dependencies.database)
    : await openUpToDate(settings, dependencies.log)
  const started = database.ok
    ? await serve({ ...settings, seed_key: seedKey.value }, server.value, database.value, {
        ...dependencies,
        university_logo: logo.value,
        metricsServer: metricsServer.value,
      })
    : database
  const closeDatabase = async () => {
    if (database.ok && dependencies.database === null) await database.value.close()
  }
  if (!started.ok) {
    await Promise.all([server.value.stop(0), metricsServer.value?.stop(0)])
    await closeDatabase()
    return started
  }
  const { stop, ...running } = started.value
  return accepted({ ...running, stop: () => stop().then(closeDatabase) })
}

const defaultDependencies: Omit<Dependencies, 'log'> = {
  now: () => new Date().toISOString(),
  wait: (milliseconds) => setTimeout(milliseconds),
  steady: () => performance.now(),
  randomBytes: (length) => new Uint8Array(randomBytes(length)),
  client: null,
  readVerifier,
  passwords: null,
  database: null,
  delivers_mail: false,
  does_jobs: false,
  clockDifference,
  openWorker: openBuiltWorker,
  prepare: async () => {},
}

/**
 * How long requests, emails and jobs in progress may take when the portal stops, in milliseconds; the whole stop may take ten
 * seconds.
 */
const SHUTDOWN_GRACE_MS = 8000

const NO_SERVICE_URL = 'SERVICE_URL is not set: the welcome page has no link for pricing and trial registration'

const openMetricsServer = ({ host, metrics_port }: Settings) => openHttpServer(host, metrics_port ?? 0, 'METRICS_PORT')

type Keyed = Settings & { seed_key: Uint8Array }

const serve = async (
  settings: Keyed,
  server: HttpServer,
  database: OpenDatabase,
  dependencies: Dependencies & Pick<ServerContext, 'university_logo'> & { metricsServer: HttpServer | null },
): Promise<Outcome<RunningPortal, string>> => {
  const { log, now, steady, wait, randomBytes, client, university_logo, metricsServer } = dependencies
  const needed = await needEveryKey(database.queries, settings)
  if (!needed.ok) return needed
  database.transactions.headKeys = settings
  const sealing = { config: settings, database, now, randomBytes }
  await sealClearStates(sealing)
  await keyAuditHeads(sealing, log)
  const keys = await openSigningKeys({ database, keys: settings, now, randomBytes })
  if (!keys.ok) return keys
  const config: Config = { ...settings, public_url: settings.public_url ?? `http://localhost:${server.port}` }
  if (config.service_url === null && isProductionInstance(config.instance)) log.warn(NO_SERVICE_URL)
  const sampleProvider = config.has_sample_provider
    ? await openOwnProvider({ publicUrl: config.public_url, loopbackUrl: server.loopbackUrl, randomBytes, log })
    : null
  const transport = mailTransport(config)
  const difference = dependencies.clockDifference({ database, now })
  const mail = { config, database, log, now, transport, difference, unrecordedAttempts: new Map() }
  const deliveries = createDeliveries(mail)
  const simulations = createSimulationRunner({ database, log, now, openWorker: dependencies.openWorker })
  const metrics = metricsServer ? createMetrics() : null
  let isStopping = false
  const context: ServerContext = {
    config,
    database,
    log,
    now,
    steady,
    clockDifference: difference,
    readCertificates: certificateReader(config, now),
    wait,
    randomBytes,
    client,
    university_logo,
    tokens: createSessionTokens(keys.value, config.public_url, config.session_hours),
    readSession: createSessionReader(database.queries),
    sessionActivity: createSessionActivity(database.queries, log),
    metrics,
    limits: createRequestLimits(config.request_limits, steady),
    admission: createAdmission(config.admission),
    participantLists: createParticipantLists(database.queries, !isProductionInstance(config.instance)),
    refusals: createRefusalCounts(database.queries, log),
    passwords: dependencies.passwords ?? createPasswords(PASSWORD_COST, randomBytes),
    providers: withExternalAccounts(
      createSignInProviders(config.providers, sampleProvider?.identity ?? null, log),
      config,
    ),
    version: readVersion(),
    build: readBuild(),
    readVerifier: dependencies.readVerifier,
    is_stopping: () => isStopping,
    mail: deliveries,
    simulations,
  }
  await dependencies.prepare(context)
  server.answerWith(listenerOf(context, sampleProvider))
  if (metrics) metricsServer?.answerWith(metricsListener(metrics, context))
  const jobs = createJobRunner(context, undefined, undefined, clockAgreement(context, difference))
  if (dependencies.delivers_mail) deliveries.start()
  if (dependencies.does_jobs) jobs.start()
  simulations.wake()
  return accepted({
    url: config.public_url,
    metrics_url: metricsServer && `${metricsServer.loopbackUrl}/metrics`,
    context,
    stop: async () => {
      isStopping = true
      await Promise.all([
        server.stop(SHUTDOWN_GRACE_MS),
        metricsServer?.stop(0),
        deliveries.stop(SHUTDOWN_GRACE_MS),
        jobs.stop(SHUTDOWN_GRACE_MS),
        simulations.stop(),
      ])
      await context.sessionActivity.settled()
      await context.refusals.settled()
    },
  })
}

/** The app, with the sample provider beside it where there is one; the app serves the pages of external accounts. */
const listenerOf = (context: ServerContext, sampleProvider: OwnProvider | null): Listener => {
  const app = createApp(context)
  // Node drops the unread rest of a body; the library would cut a slow upload after half a second (decision 0023).
  const options = { autoCleanupIncoming: false }
  const listener = getRequestListener((request, connection) => app.fetch(request, connection), options)
  return (request, response) => {
    if (context.is_stopping()) response.setHeader('Connection', 'close')
    const url = request.url ?? ''
    if (sampleProvider && /^\/idp(\/|\?|$)/.test(url) && !url.startsWith(`${EXTERNAL_PATH}/`))
      sampleProvider.listener(request, response)
    else void listener(request, response)
  }
}
