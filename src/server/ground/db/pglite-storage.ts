import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { TEXT_SETTINGS } from './value-parsers'

/** The PostgreSQL inside the pinned PGlite; a folder of another major version cannot be read. */
const POSTGRES_MAJOR = '18'

/**
 * Opens the embedded database in a folder, or creates it. A commit is on the disk before it is acknowledged, at one sync each.
 * The caller holds the folder's lock. Throws one sentence where the folder has other content.
 */
export const openFolder = async (folder: string): Promise<PGlite> => {
  if (isEmpty(folder)) await createFolder(folder)
  else refuseOtherVersion(folder)
  let lastFailure: string | undefined
  const onStderr = (line: string): boolean => {
    lastFailure = failureIn(line) ?? lastFailure
    return false
  }
  try {
    return await PGlite.create({
      fs: new SyncedFolder(folder, () => lastFailure),
      startParams: ON_DISK,
      onStderr,
    })
  } catch (error) {
    throw new Error(`The embedded database in ${folder} does not open: ${lastFailure ?? String(error)}`, {
      cause: error,
    })
  }
}

/** PostgreSQL's reason for shutting down, from a line of its log; a line that quotes a statement has none. */
const failureIn = (line: string): string | undefined =>
  /^\d{4}-\d\d-\d\d [^\]]*\] (?:FATAL|PANIC): +(.*)/.exec(line)?.[1]

/** Opens a database in memory, gone with the process, from the output of `dumpFolder`. */
export const openMemory = (dump: Blob): Promise<PGlite> => PGlite.create({ loadDataDir: dump, startParams: IN_MEMORY })

/** The files of a closed database, as a tar archive. */
export const dumpFolder = async (folder: string): Promise<Blob> => {
  const stopped = await PGlite.create({ fs: new NodeFS(folder), noInitDb: true })
  return stopped.dumpDataDir('none')
}

const settings = (values: Record<string, string>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])

const IN_MEMORY = [...PGlite.defaultStartParams, ...settings(TEXT_SETTINGS)]

/** Without `-F`, which turns syncing off; of its methods only `fsync` reaches the file system below. */
const ON_DISK = [
  ...IN_MEMORY.filter((parameter) => parameter !== '-F'),
  ...settings({ fsync: 'on', wal_sync_method: 'fsync' }),
]

/** Small segments of the write-ahead log: a folder of 30 MB, not 40, and at most 64 MB of log to replay after a crash. */
const INITDB = ['--wal-segsize=1']

/** WASI's number for an input/output error. */
const EIO = 29

/**
 * PGlite's file system acknowledges a sync without one; this one syncs. Where PostgreSQL aborts, for the reason that
 * `lastFailure` returns, the request fails.
 */
class SyncedFolder extends NodeFS {
  readonly #lastFailure: () => string | undefined

  constructor(folder: string, lastFailure: () => string | undefined) {
    super(folder)
    this.#lastFailure = lastFailure
  }

  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parameters)
    const preRun: typeof emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module) => Object.assign(module.NODEFS.stream_ops, { fsync: syncOpenFile }),
      (module) => Object.assign(module, { onAbort: () => refuseAfterAbort(module, this.#lastFailure()) }),
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/**
 * PostgreSQL aborts where it cannot write its log, as on a full disk, and still holds its locks. PGlite ignores that and sends it the rest
 * of the request, at which it would wait for its own locks for ever. So whatever PGlite calls next throws.
 */
const refuseAfterAbort = (module: object, reason = 'it did not say why'): void => {
  const refuse = () => {
    throw new Error(`PostgreSQL aborted: ${reason}`)
  }
  Object.assign(module, { stackRestore: refuse, _PostgresSendReadyForQueryIfNecessary: refuse })
}

/** Returns 0, or the error's number, upon which PostgreSQL stops instead of acknowledging. */
const syncOpenFile = ({ nfd }: { nfd: number }): number => {
  try {
    fs.fsyncSync(nfd)
    return 0
  } catch {
    return EIO
  }
}

/** Made beside its place and moved there when complete and on the disk, so that a first start may be killed at any time. */
const createFolder = async (folder: string): Promise<void> => {
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.mkdirSync(unfinished, { mode: 0o700 })
  const created = await PGlite.create({ fs: new NodeFS(unfinished), initDbStartParams: INITDB })
  await created.close()
  const paths = fs.readdirSync(unfinished, { recursive: true, encoding: 'utf8' })
  await syncAll([unfinished, ...paths.map((path) => join(unfinished, path))])
  fs.rmSync(folder, { recursive: true, force: true })
  fs.renameSync(unfinished, folder)
  await syncAll([dirname(folder)])
}

/** In groups: syncs that run at once share the disk's work, but more than a hundred open files may not be allowed. */
const syncAll = async (paths: string[]): Promise<void> => {
  while (paths.length > 0) await Promise.all(paths.splice(0, 100).map(syncPath))
}

const syncPath = async (path: string): Promise<void> => {
  const file = await fs.promises.open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const isEmpty = (folder: string): boolean => !fs.existsSync(folder) || fs.readdirSync(folder).length === 0

const refuseOtherVersion = (folder: string): void => {
  const versionFile = join(folder, 'PG_VERSION')
  if (!fs.existsSync(versionFile))
    throw new Error(`The folder ${folder} contains files, but no database: empty or move it`)
  const version = fs.readFileSync(versionFile, 'utf8').trim()
  if (version === POSTGRES_MAJOR) return
  throw new Error(
    `The database in ${folder} was written by PostgreSQL ${version}, this version of the portal reads ${POSTGRES_MAJOR}: ` +
      'start the version that wrote it, or restore its backup to a PostgreSQL server and set DATABASE_URL',
  )
}
