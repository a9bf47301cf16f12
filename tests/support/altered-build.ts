import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUILT_CLIENT } from './built-files'

/** A later version of the built app, in a folder of its own. */
export type LaterBuild = { folder: string; remove: () => void }

/**
 * A copy of the build that differs as a later one would. Its page has `data-build`, and its worker lists that page with
 * its new revision and integrity.
 */
export const laterBuild = (name: string): LaterBuild => {
  const folder = mkdtempSync(join(tmpdir(), 'equipoise-later-'))
  cpSync(BUILT_CLIENT, folder, { recursive: true })
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace('<html ', `<html data-build="${name}" `)
  writeFileSync(join(folder, 'index.html'), page)
  const worker = join(folder, 'sw.js')
  const before = readFileSync(worker, 'utf8')
  const after = before.replace(
    /\{"integrity":"[^"]+","revision":"[^"]+","url":"index\.html"\}/,
    JSON.stringify({ integrity: `sha384-${hash('sha384', page)}`, revision: hash('md5', page), url: 'index.html' }),
  )
  if (after === before) throw new Error('the worker of the build does not list its page')
  writeFileSync(worker, after)
  // Their compressed copies are those of the build, and would be served in their place.
  for (const changed of ['index.html', 'sw.js']) rmSync(join(folder, `${changed}.br`))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('base64')
