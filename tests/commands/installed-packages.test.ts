import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeCall } from './node-call'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'installed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const wanted = {
  '': { name: 'equipoise' },
  'node_modules/hono': { version: '4.13.19' },
  'node_modules/vite': { version: '8.3.8', dev: true },
  'node_modules/@oxlint/linux-x64': { version: '1.89.0', optional: true },
}
type Packages = Record<string, { version?: string }>

const isInstalled = (installed: Packages | null) => {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  if (installed) {
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  }
  return nodeCall('installed-packages.mjs', 'isInstalled', folder)
}

const hono = { 'node_modules/hono': { version: '4.13.19' } }
const vite = { 'node_modules/vite': { version: '8.3.8' } }

describe('packages are installed', () => {
  it.each<[boolean, string, Packages | null]>([
    [false, 'in a fresh clone', null],
    [false, 'where one is missing', hono],
    [false, 'where those for building were left out', { ...hono }],
    [false, 'where one is of another version', { ...vite, 'node_modules/hono': { version: '4.13.18' } }],
    [
      false,
      'where an optional one is of another version',
      { ...hono, ...vite, 'node_modules/@oxlint/linux-x64': { version: '1.0.0' } },
    ],
    [true, 'where only one for another platform is missing', { ...hono, ...vite }],
    [true, 'where all are there', { ...hono, ...vite, 'node_modules/@oxlint/linux-x64': { version: '1.89.0' } }],
  ])('%s %s', (expected, _, installed) => {
    expect(isInstalled(installed)).toBe(expected)
  })
})
