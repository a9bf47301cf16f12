/*
 * Loaded into a process that fails on SIGUSR2, as FAILS_BY says: its main thread hangs (`hanging`), or its disk can no longer sync
 * (`disk`).
 */
import fs from 'node:fs'

const hangForEver = () => {
  while (performance.now() > 0);
}

const failToSync = () => {
  fs.fsyncSync = () => {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
  }
}

process.on('SIGUSR2', process.env.FAILS_BY === 'disk' ? failToSync : hangForEver)
