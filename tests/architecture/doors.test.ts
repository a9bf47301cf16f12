import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

const HOUSE = join(import.meta.dirname, '../..')
const { HANDED_OUT } = v.parse(
  v.object({ HANDED_OUT: v.record(v.string(), v.array(v.string())) }),
  await import(new URL('rooms.mjs', import.meta.url).href),
)

const foldersIn = (folder: string): string[] =>
  readdirSync(join(HOUSE, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)

const SUBJECTS = foldersIn('src/client/subjects')
const ROOMS = [...foldersIn('src/client').filter((room) => room !== 'src/client/subjects'), ...SUBJECTS]

const doorOf = (room: string): string => readFileSync(join(HOUSE, room, 'README.md'), 'utf8')

/** The files and folders that a room's README names. */
const namedAt = (room: string): string[] =>
  [...doorOf(room).matchAll(/`([\w./-]+(?:\.\w+|\/))`/g)].flatMap(([, name]) => name ?? [])

/** Whether a named file exists: a README may name a page of the client by its path from the top. */
const isThere = (room: string, name: string): boolean =>
  name.startsWith('-') || [room, 'src/client'].some((folder) => existsSync(join(HOUSE, folder, name)))

describe('at the door of each room of the client', () => {
  it.each(ROOMS)('%s says what is inside and where its words are', (room) => {
    expect(doorOf(room)).toMatch(/^# \S[^]*^Words: /m)
  })

  it.each(ROOMS)('%s names only existing files', (room) => {
    expect(namedAt(room).filter((name) => !isThere(room, name))).toEqual([])
  })

  it.each(SUBJECTS)('%s names every file that it hands out', (room) => {
    const handedOut = HANDED_OUT[room] ?? []
    const named = namedAt(room).map((name) => name.replace(/\.tsx?$/, ''))
    expect(doorOf(room)).toContain('Handed out: ')
    expect(handedOut.filter((module) => !named.includes(module))).toEqual([])
  })
})
