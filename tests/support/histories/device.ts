import { browserLocks } from '../browser-locks'
import { memoryStorage } from '../../client/memory-storage'
import { browserDatabases } from './page-database'
import { openTab, type DeviceSession, type Tab, type Tablet } from './tab'

/** A tablet and its pages. */
export type Device = Tablet & {
  signIn: (session: DeviceSession) => void
  signOut: () => void
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
