import { isSampleInstance } from '#domain/instance'
import { accepted } from '#domain/outcome'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { serveBackups, socketPath } from '../use-cases/operation/backup/backup-socket'
import { backupInMemory } from '../use-cases/operation/backup/send-backup'
import { recordBackup } from '../ground/db/backups'
import { readConfig } from './config/config'
import { endWhenHung } from './end-when-hung'
import { openLog } from './log'
import type { ServerContext } from '../use-cases/call/server-context'
import { loadSampleData } from './sample-data/load-sample-data'
import { SAMPLE_ACCOUNTS } from '../doors/idp/sample-accounts'
import { offerFirstAdministrator } from '../use-cases/people/administrators/offer-first-administrator'
import { startPortal, type RunningPortal } from './start-portal'
import { readBuiltApp } from '../ground/files/built-app'

/** The server as a process: settings from the environment, signals to stop it. The only effects at import are here. */

const printLines = (...lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`)

const refuseToStart = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Set to the level of the settings once they are read. */
let log: Logger = openLog(null, process.stdout.isTTY)

const exitAfter = (event: string) => (error: unknown) => {
  try {
    log.fatal({ error }, event)
  } finally {
    process.exit(1)
  }
}
process.on('uncaughtException', exitAfter('uncaught exception'))
process.on('unhandledRejection', exitAfter('unhandled rejection'))

/** Only users of this machine may sign in without a password. */
const NO_SAMPLE_ACCOUNTS =
  'There are no sample accounts, because other machines can reach HOST or PUBLIC_URL. Set SAMPLE_ACCOUNTS=yes to allow them, or set up a sign-in provider.'

const announce = ({ url, context: { config, version, build } }: RunningPortal) => {
  printLines(`Equipoise is at ${url}`)
  log.info({ version, ...build }, 'started')
  const hasNone = isSampleInstance(config.instance) && Object.keys(config.providers).length === 0
  if (config.has_sample_provider)
    printLines(`Sign in without a password as one of ${SAMPLE_ACCOUNTS.map(({ email }) => email).join(', ')}`)
  else if (hasNone) printLines(NO_SAMPLE_ACCOUNTS)
  printLines(config.database_url === null ? `Data is in ${config.data_dir}` : 'Data is in the database of DATABASE_URL')
}

/** The process ends within ten seconds of the signal to stop. */
const LONGEST_STOP_MS = 9500

/** Before the portal runs there is nothing to finish: `running` is null, and the process just ends. */
const stopOnSignal = (running: () => RunningPortal | null) => {
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    // A query that waits for another process's lock could delay the end; nothing of it is committed.
    setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref()
    const stopped = running()?.stop() ?? Promise.resolve()
    stopped.then(() => {
      log.info('stopped')
      process.exit(0)
    }, exitAfter('stopping failed'))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/** A folder beside `dist/server`, seen from the built server. */
const builtFolder = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

const CLEAR_LINE = '\r\u001B[K'

/**
 * Loads the sample into an empty database of a sample instance, never of another one. A terminal shows its progress in one
 * line.
 */
const prepare = async (context: ServerContext) => {
  if (!isSampleInstance(context.config.instance)) return
  if (!process.stdout.isTTY) return loadSampleData(context)
  await loadSampleData(context, (sentence) => process.stdout.write(`${CLEAR_LINE}Loading sample data. ${sentence}`))
  process.stdout.write(CLEAR_LINE)
}

/**
 * Whatever started this process starts it again. Not while it starts: a migration may take long. And not in development, where a debugger
 * may hold it.
 */
const exitWhenUnusable = ({ database }: ServerContext) => {
  if (database.kind === 'embedded') void database.failed.then(exitAfter('the embedded database has failed'))
  if (import.meta.env.DEV) return
  endWhenHung(new URL('./hang-watch.js', import.meta.url), (error) =>
    log.error({ error }, 'nothing ends this process if it hangs'),
  )
}

/** Only this process can open the embedded database, so backups are requested from it. */
const offerBackups = async ({ config, database, now, version }: ServerContext) => {
  if (database.kind !== 'embedded') return
  const make = async () => {
    const made_at = now()
    return { bytes: await backupInMemory(database, { version, made_at }), made_at }
  }
  const onStored = (made_at: string) => {
    recordBackup(database.queries, { made_at, finished_at: now() }).catch((error: unknown) =>
      log.error({ error }, 'a backup was made, and could not be recorded'),
    )
  }
  try {
    await serveBackups(socketPath(config.data_dir), make, onStored)
  } catch (error) {
    log.error({ error }, 'no backup can be made while this process runs')
  }
}

const main = async () => {
  const settings = readConfig(process.env)
  if (!settings.ok) return refuseToStart(settings.refusal)
  log = openLog(settings.value.log_level, process.stdout.isTTY)
  // In development Vite serves the app in front of this server.
  const client = import.meta.env.DEV
    ? accepted(null)
    : await readBuiltApp(builtFolder('client'), builtFolder('client-before'))
  if (!client.ok) return refuseToStart(client.refusal)
  let running: RunningPortal | null = null
  stopOnSignal(() => running)
  const started = await startPortal(settings.value, {
    log,
    client: client.value,
    prepare,
    delivers_mail: true,
    does_jobs: true,
  })
  if (!started.ok) return refuseToStart(started.refusal)
  running = started.value
  exitWhenUnusable(running.context)
  announce(running)
  await offerBackups(running.context)
  const offer = await offerFirstAdministrator(running.context)
  // Not to the log: reading a log must not let anybody become an administrator.
  if (offer !== null) process.stderr.write(`${offer}\n`)
}

await main()
