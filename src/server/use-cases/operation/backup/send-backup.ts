import { once } from 'node:events'
import { PassThrough, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { OpenDatabase } from '../../../ground/db/open-database'
import type { BackupHead } from './backup-format'
import { writeBackup } from './write-backup'

/** Writes a compressed backup to a stream and ends it. Rejects where that fails; the output is then no complete backup. */
export const sendBackup = async (
  database: OpenDatabase,
  head: Pick<BackupHead, 'version' | 'made_at'>,
  to: Writable,
): Promise<void> => {
  const lines = new PassThrough()
  const sent = pipeline(lines, createGzip(), to)
  const written = writeBackup(database, head, async (text) => {
    if (lines.destroyed) throw new Error('The program that requested the backup has gone')
    if (!lines.write(text)) await Promise.race([once(lines, 'drain'), sent])
  })
  written.then(
    () => lines.end(),
    (error: unknown) => lines.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  await Promise.all([written, sent])
}

/**
 * A complete compressed backup in memory, a tenth of the database's size. The database is free before the client reads, so a
 * slow client blocks nobody.
 */
export const backupInMemory = async (
  database: OpenDatabase,
  head: Pick<BackupHead, 'version' | 'made_at'>,
): Promise<Buffer> => {
  const stream = new PassThrough()
  const [bytes] = await Promise.all([buffer(stream), sendBackup(database, head, stream)])
  return bytes
}
