import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOf, DATABASES, openRecipe, type Recipe } from './recipe'

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../src/deploy/ha', name), 'utf8')
const patroni = file('patroni.yml')
const seconds = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1])

describe('the recipe of a standby that takes over', () => {
  let recipe: Recipe
  beforeAll(async () => {
    recipe = await openRecipe()
  })

  it.each(['etcd.env', 'patroni.yml'])(
    '%s is the same on each machine of the database, except for its own addresses',
    (name) => {
      const texts = DATABASES.map((machine) => recipe.read(name, machine, []))
      expect(new Set(texts).size).toBe(DATABASES.length)
      for (const [index, text] of texts.entries()) {
        const machine = DATABASES[index] ?? 'db1'
        const own = name === 'etcd.env' ? [2379, 2380] : [5432, 8008]
        for (const port of own) expect(text).toContain(`127.0.0.1:${recipe.portOf(addressOf(machine, port))}`)
        expect(text).toMatch(name === 'etcd.env' ? new RegExp(`^ETCD_NAME=${machine}$`, 'm') : `name: ${machine}`)
      }
    },
  )

  it.each(['haproxy-database.cfg', 'haproxy-portal.cfg'])('%s leads to every machine of its kind', (name) => {
    const text = recipe.read(name, null, [])
    const machines = name === 'haproxy-portal.cfg' ? (['portal1', 'portal2'] as const) : DATABASES
    const port = name === 'haproxy-portal.cfg' ? 8080 : 5432
    for (const machine of machines)
      expect(text).toContain(`server ${machine} 127.0.0.1:${recipe.portOf(addressOf(machine, port))} check`)
    expect(text).not.toContain('10.0.0.')
  })

  it('trusts the machines in front by their own addresses, from which HAProxy connects, and not by the shared one', () => {
    const book = readFileSync(join(import.meta.dirname, '../../src/help/takeover.md'), 'utf8')
    const [, first = '', last = '', shared = ''] =
      /^\| one or two in front +\| `([\d.]+)` and `(\.\d+)` \|.* share `([\d.]+)` \|$/m.exec(book) ?? []
    const own = [first, first.replace(/\.\d+$/, last)]
    for (const text of [file('haproxy-portal.cfg'), book]) {
      const trusted = /TRUSTED_PROXIES=([\d.,]+)/.exec(text)?.[1]?.split(',')
      expect(trusted).toEqual(own)
      expect(trusted).not.toContain(shared)
    }
    expect(shared).toMatch(/^10\.0\.0\.\d+$/)
  })

  it('says which parts it does not replace', () => {
    expect(() => recipe.read('etcd.env', 'db1', [['/nowhere', '/tmp']])).toThrow('etcd.env has no /nowhere')
  })

  it('acknowledges nothing that only one machine has', () => {
    expect(patroni).toMatch(/^ {4}synchronous_mode: true$/m)
    expect(patroni).toMatch(/^ {4}synchronous_mode_strict: true$/m)
    expect(patroni).toMatch(/^ {4}primary_start_timeout: 0$/m)
    expect(patroni).toMatch(/^ {8}synchronous_commit: 'on'$/m)
  })

  it('gives a primary without etcd the time to end before another begins', () => {
    expect(seconds('loop_wait') + 2 * seconds('retry_timeout')).toBeLessThanOrEqual(seconds('ttl'))
  })

  it('repeats no request that a portal may have received', () => {
    expect(file('haproxy-portal.cfg')).toMatch(/^ {4}retry-on conn-failure$/m)
  })
})
