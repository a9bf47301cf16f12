import type { Locks } from '#offline/one-at-a-time'
import { browserLocks } from '../browser-locks'
import { memoryStorage } from '../../client/memory-storage'
import type { PersonKey } from './base'
import type { Chance } from './chance'
import { browserDatabases } from './page-database'
import { openTab, type Tab } from './tab'
import type { VirtualTime } from './virtual-time'

/** Who is signed in on a device. */
export type DeviceSession = { person: PersonKey; sub: string; id: string; token: string }

/** A tablet: what is stored on it outlives its pages. */
export type Device = {
  name: string
  time: VirtualTime
  chance: Chance
  databases: ReturnType<typeof browserDatabases>
  local: Storage
  locks: Locks
  network: (request: Request) => Promise<Response>
  session: () => DeviceSession | null
  signIn: (session: DeviceSession) => void
  signOut: () => void
  /** The server has refused this token. */
  refuse: (token: string) => void
  onFault: (tab: string, error: unknown) => void
  tabs: () => readonly Tab[]
  open: () => Tab
  setConnected: (isConnected: boolean) => void
}

type Dependencies = Pick<Device, 'name' | 'time' | 'chance' | 'onFault'> & {
  network: (name: string, isConnected: () => boolean) => Device['network']
}

export const createDevice = ({ name, time, chance, onFault, network }: Dependencies): Device => {
  let session: DeviceSession | null = null
  let isConnected = true
  let opened = 0
  const tabs: Tab[] = []
  const alive = () => tabs.filter((tab) => tab.isAlive())
  const setSession = (next: DeviceSession | null) => {
    session = next
    for (const tab of alive()) tab.onSession()
  }
  const device: Device = {
    name,
    time,
    chance,
    databases: browserDatabases(),
    local: memoryStorage(),
    locks: browserLocks(),
    network: network(name, () => isConnected),
    session: () => session,
    signIn: setSession,
    signOut: () => setSession(null),
    refuse: (token) => {
      if (session?.token === token) setSession(null)
    },
    onFault,
    tabs: alive,
    open: () => {
      const tab = openTab(device, `${name} page ${(opened += 1)}`)
      tabs.push(tab)
      return tab
    },
    setConnected: (connected) => {
      isConnected = connected
    },
  }
  return device
}
