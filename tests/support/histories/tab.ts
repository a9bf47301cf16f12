import { getAppInstance } from '#contract/app-instance'
import type { StoredAction } from '#contract/stored-action'
import { byLock, type Locks } from '#offline/one-at-a-time'
import { createCall, type Call } from '../../../src/client/api/create-call'
import { installation } from '../../../src/client/api/installation'
import { deviceStorage } from '../../../src/client/browser/device-storage'
import { createStore } from '../../../src/client/browser/store'
import {
  canReachServer,
  connectionAfter,
  initialConnection,
  nextProbeIn,
  type Connection,
} from '../../../src/client/device/offline/connection'
import { PROBE_TIMEOUT_MS } from '../../../src/client/device/offline/connection-monitor'
import { createDeviceOutbox, type DeviceOutbox } from '../../../src/client/device/outbox/create-device-outbox'
import { outboxMirror } from '../../../src/client/device/outbox/outbox-mirror'
import { sendAction } from '../../../src/client/device/outbox/send-action'
import { sealOf } from '../action-seals'
import type { PersonKey } from './base'
import type { Chance } from './chance'
import type { browserDatabases } from './page-database'
import type { VirtualTime } from './virtual-time'

/** The person who is signed in on a tablet. */
export type DeviceSession = { person: PersonKey; sub: string; id: string; token: string }

/** The parts of a tablet that its pages share. They outlive the pages. */
export type Tablet = {
  name: string
  time: VirtualTime
  chance: Chance
  databases: ReturnType<typeof browserDatabases>
  local: Storage
  locks: Locks
  network: (request: Request) => Promise<Response>
  session: () => DeviceSession | null
  /** The server has refused this token. */
  refuse: (token: string) => void
  onFault: (tab: string, error: unknown) => void
}

/** A page of the app on a device, with the app's own outbox, calls and connection. */
export type Tab = {
  name: string
  outbox: DeviceOutbox
  call: Call
  connection: ReturnType<typeof createStore<Connection>>
  isAlive: () => boolean
  /** Resolves when the page has ended. */
  ended: Promise<void>
  /** Called when the session on the device was replaced or has ended. */
  onSession: () => void
  /** Hides the page for good or for a while: it releases its lock and continues. */
  leave: () => void
  /** Ends the page at once, wherever it is. */
  kill: () => void
}

const never = <Thing>(): Promise<Thing> => new Promise(() => {})

export const openTab = (device: Tablet, name: string): Tab => {
  const { time, chance } = device
  let isAlive = true
  let looksLeft = 1
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const databases = device.databases.openPage()
  const leaving = new Set<() => void>()
  const leave = () => {
    for (const call of leaving) call()
  }
  const storage = deviceStorage(() => (isAlive ? device.local : GONE))
  const connection = createStore(initialConnection(time.now()))
  const call = createCall({
    origin: 'https://portal.example',
    installation: installation(storage, () => chance.uuid(`${name} uuid`)),
    fetch: (request) => (isAlive ? device.network(request) : never()),
    fetchWithUploadProgress: () => never,
    session: {
      token: () => device.session()?.token ?? null,
      renew: () => {},
      refuse: (sent) => device.refuse(sent),
    },
    observe: (evidence) => {
      if (isAlive) connection.set(connectionAfter(connection.get(), evidence))
    },
    holdWhileSending: () => () => {},
    now: time.now,
    idleSeconds: () => 0,
    makeKey: () => chance.uuid(`${name} key`),
  })

  const sealNow = async () => {
    // The first look after its end shows that no person is there, so it stops following the outbox.
    if (!isAlive) return (looksLeft -= 1) >= 0 ? null : never<null>()
    const session = device.session()
    return session && sealOf(session.sub, session.id)
  }
  const sub = () => (isAlive ? (device.session()?.sub ?? null) : null)
  const outbox = createDeviceOutbox({
    database_name: 'equipoise-outbox',
    mirror: outboxMirror(storage),
    sub,
    seals: { current: sealNow, obtain: sealNow },
    canSend: () => isAlive && canReachServer(connection.get().state),
    send: (action: StoredAction) => (isAlive ? sendAction(call, action) : never()),
    deleteTrialIfWithdrawn: () => Promise.resolve(false),
    oneAtATime: (work) =>
      byLock(device.locks, (callback) => {
        leaving.add(callback)
        return () => leaving.delete(callback)
      })(work),
    now: time.now,
    chance: () => chance.fraction(`${name} pause`),
    onStored: () => {},
    report: (error) => {
      if (isAlive) device.onFault(name, error)
    },
  })
  const { wake } = outbox

  let { state } = connection.get()
  let stopTimer = () => {}
  const probeLater = () => {
    stopTimer()
    if (connection.get().doubts === 0 && canReachServer(connection.get().state)) return
    stopTimer = time.after(nextProbeIn(connection.get()) + 1, () => {
      if (isAlive) void call(getAppInstance, {}, { is_probe: true, timeout_ms: PROBE_TIMEOUT_MS }).then(probeLater)
    })
  }
  connection.subscribe(() => {
    if (connection.get().state !== state) wake()
    state = connection.get().state
    probeLater()
  })
  wake()
  // The page loads its database's library meanwhile, which takes no virtual time.
  void time.hold(import('#offline/outbox-database'))
  return {
    name,
    outbox,
    call,
    connection,
    isAlive: () => isAlive,
    ended,
    onSession: wake,
    leave,
    kill: () => {
      if (!isAlive) return
      isAlive = false
      end()
      stopTimer()
      databases.end()
      leave()
      outbox.wake()
    },
  }
}

/** The local storage of a page that is gone. */
const GONE: Storage = {
  length: 0,
  clear: () => {},
  getItem: () => null,
  key: () => null,
  removeItem: () => {},
  setItem: () => {},
}
