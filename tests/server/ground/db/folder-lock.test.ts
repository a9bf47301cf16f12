import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockFolder } from '../../../../src/server/ground/db/folder-lock'

// pglite-storage.test.ts shows that a killed process frees its lock.
describe('the lock of a folder', () => {
  let data_dir: string
  let folder: string
  beforeEach(() => {
    data_dir = mkdtempSync(join(tmpdir(), 'equipoise-lock-'))
    folder = join(data_dir, 'postgres')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(data_dir, { recursive: true })
  })

  const onlyWith = (...commands: string[]) => {
    const bin = mkdtempSync(join(data_dir, 'bin-'))
    for (const command of commands)
      symlinkSync(execFileSync('which', [command], { encoding: 'utf8' }).trim(), join(bin, command))
    vi.stubEnv('PATH', bin)
  }

  it('fails where the system has neither command for it, and says what to install', () => {
    onlyWith()
    const sentence = `The folder ${folder} cannot be locked: install flock (util-linux) or perl, or set DATABASE_URL`
    expect(() => lockFolder(folder)).toThrow(sentence)
  })

  it('fails in a missing folder', () => {
    expect(() => lockFolder(join(data_dir, 'nowhere', 'postgres'))).toThrow('ENOENT')
  })

  it.each([['flock'], ['perl']])(
    'by %s is refused while another process has it, and succeeds after the release',
    (command) => {
      onlyWith(command)
      const lock = lockFolder(folder)
      const sentence =
        `The database in ${folder} is open in another process (${process.pid}): ` +
        'stop that one first, or choose another DATA_DIR'
      expect(() => lockFolder(folder)).toThrow(sentence)
      expect(() => lockFolder(folder)).toThrow(sentence)
      lock.release()
      lockFolder(folder).release()
    },
  )

  it('by one command excludes the other', () => {
    const lock = lockFolder(folder)
    onlyWith('perl')
    expect(() => lockFolder(folder)).toThrow('is open in another process')
    lock.release()
  })
})
