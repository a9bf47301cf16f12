import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeCall } from './node-call'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'))
  for (const path of ['src/commands', 'src/server/start', 'sw', 'public', 'tests'])
    mkdirSync(join(folder, path), { recursive: true })
  for (const path of [...SETTINGS, 'src/server/start/main.ts', 'sw/service-worker.ts', 'tests/some.test.ts'])
    write(path, 'as it was')
})
afterEach(() => rmSync(folder, { recursive: true }))

const SETTINGS = ['manifest.webmanifest', 'package-lock.json', 'package.json', 'vite.config.ts']
const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
const fingerprint = () => nodeCall('fresh-build.mjs', 'fingerprint', folder)

describe('a build is made again', () => {
  it.each([
    ['when a source changed', () => write('src/server/start/main.ts', 'otherwise')],
    ['when a source was added', () => write('src/server/other.ts', '')],
    [
      'when a source moved',
      () => {
        rmSync(join(folder, 'sw/service-worker.ts'))
        write('sw/worker.ts', 'as it was')
      },
    ],
    ['when the packages changed', () => write('package-lock.json', 'otherwise')],
  ])('%s', (_, change) => {
    const before = fingerprint()
    change()
    expect(fingerprint()).not.toBe(before)
  })
})

describe('a build stays unchanged', () => {
  it.each([
    ['when nothing changed', () => write('src/server/start/main.ts', 'as it was')],
    ['when only tests changed', () => write('tests/some.test.ts', 'otherwise')],
    ['when only commands changed', () => write('src/commands/start.mjs', 'otherwise')],
  ])('%s', (_, change) => {
    const before = fingerprint()
    change()
    expect(fingerprint()).toBe(before)
  })
})
