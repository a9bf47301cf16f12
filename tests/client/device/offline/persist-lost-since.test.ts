import { expect, test } from 'vitest'
import { deviceStorage } from '../../../../src/client/browser/device-storage'
import { connectionAfter, initialConnection, type Connection } from '../../../../src/client/device/offline/connection'
import { type Evidence } from '../../../../src/client/api/evidence'
import { persistLostSince } from '../../../../src/client/device/offline/persist-lost-since'
import { createStore } from '../../../../src/client/browser/store'
import { memoryStorage } from '../../memory-storage'

/** Loads a page at this time, which then receives this evidence. Returns the connection that it shows. */
const page = (local: Storage, at: number, evidence: readonly Evidence[]): Connection => {
  const connection = createStore<Connection>(initialConnection(at))
  persistLostSince(
    deviceStorage(() => local),
    connection,
  )
  for (const one of evidence) connection.set(connectionAfter(connection.get(), one))
  return connection.get()
}

const failsTwice = (at: number): Evidence[] => [
  { kind: 'unreachable', at },
  { kind: 'unreachable', at },
]
const answers = (at: number): Evidence => ({ kind: 'answered', at, ms: 10 })

test('a page that is reloaded without a connection says since when, like the one before it', () => {
  const local = memoryStorage()
  page(local, 0, failsTwice(100))
  expect(page(local, 500, failsTwice(600))).toMatchObject({ state: 'offline', since: 100 })
  expect(page(local, 900, [{ kind: 'waiting', at: 901 }, ...failsTwice(950)])).toMatchObject({ since: 100 })
})

test('it is online until it finds out', () => {
  const local = memoryStorage()
  page(local, 0, failsTwice(100))
  expect(page(local, 500, [])).toMatchObject({ state: 'online' })
})

test.for([
  ['in the page that lost it', 'before'],
  ['in the next page', 'after'],
] as const)('an answer ends it, %s', ([, when]) => {
  const local = memoryStorage()
  page(local, 0, [...failsTwice(100), ...(when === 'before' ? [answers(200)] : [])])
  if (when === 'after') page(local, 300, [answers(310)])
  expect(page(local, 500, failsTwice(600))).toMatchObject({ state: 'offline', since: 600 })
})
