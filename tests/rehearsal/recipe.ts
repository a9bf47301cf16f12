import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/free-port'

const FOLDER = join(import.meta.dirname, '../../src/deploy/ha')

/** The machines of the recipe. */
export const DATABASES = ['db1', 'db2', 'db3'] as const
export type DatabaseName = (typeof DATABASES)[number]
const LAST_NUMBER = { db1: '11', db2: '12', db3: '13', portal1: '21', portal2: '22' } as const

/** A text of the recipe, and its replacement. Each text must be there. */
type Replacements = readonly (readonly [string, string])[]

export type Recipe = {
  /** The port on this machine for an address of the recipe. */
  portOf: (address: string) => number
  /**
   * A file of the recipe for this machine, in a database's version where one is named. Throws where a text to replace
   * is missing.
   */
  read: (file: string, machine: DatabaseName | null, replacements: Replacements) => string
}

const ADDRESS = /10\.0\.0\.(\d+):(\d+)/g
const OWN = /10\.0\.0\.11(?=:(?:5432|8008)\b)/g

/** The recipe with a free port of this machine for each of its addresses. */
export const openRecipe = async (): Promise<Recipe> => {
  const ports = new Map<string, number>()
  for (const machine of DATABASES)
    for (const port of [5432, 8008, 2379, 2380]) ports.set(addressOf(machine, port), await freePort())
  for (const machine of ['portal1', 'portal2'] as const) ports.set(addressOf(machine, 8080), await freePort())
  const portOf = (address: string): number => {
    const port = ports.get(address)
    if (port === undefined) throw new Error(`The recipe has no address ${address}`)
    return port
  }
  const read: Recipe['read'] = (file, machine, replacements) => {
    let text = readFileSync(join(FOLDER, file), 'utf8').replaceAll(/^\s*#.*\n/gm, '')
    if (machine !== null) text = asOn(machine, file, text)
    for (const [from, to] of replacements) {
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
      text = text.replaceAll(from, to)
    }
    return text
      .replaceAll(
        /(10\.0\.0\.\d+:5432 check port) 8008/g,
        (_, server: string) => `${server} ${portOf(checkOf(server))}`,
      )
      .replaceAll(ADDRESS, (address) => `127.0.0.1:${portOf(address)}`)
  }
  return { portOf, read }
}

const checkOf = (server: string): string => server.replace(/:5432.*/, ':8008')

export const addressOf = (machine: keyof typeof LAST_NUMBER, port: number): string =>
  `10.0.0.${LAST_NUMBER[machine]}:${port}`

/** The files are those of db1; their first lines list the values for the other machines. */
const asOn = (machine: DatabaseName, file: string, text: string): string => {
  const own = `10.0.0.${LAST_NUMBER[machine]}`
  if (file === 'patroni.yml') return text.replace('name: db1', `name: ${machine}`).replaceAll(OWN, own)
  return text
    .replace('ETCD_NAME=db1', `ETCD_NAME=${machine}`)
    .replaceAll(/^(ETCD_(?:LISTEN|ADVERTISE|INITIAL_ADVERTISE)_\w+=http:\/\/)10\.0\.0\.11/gm, `$1${own}`)
}
