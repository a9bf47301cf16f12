import { isOpen } from '#offline/outbox-item'
import { PEOPLE, type Base, type PersonKey } from './base'
import { chanceOf, type Chance } from './chance'
import { createDevice, type Device } from './device'
import { faultsOf, type Faults } from './faults'
import { memoryDatabase, type MemoryDatabase } from './memory-database'
import { networkOf } from './network'
import { startProcess, tokenOf, type ServerProcess } from './simulated-server'
import type { DeviceSession, Tab } from './tab'
import { virtualTime, type VirtualTime } from './virtual-time'

/** All parts of one history: time, chance, the server's processes over their database, and the devices. */
export type Ward = {
  base: Base
  time: VirtualTime
  chance: Chance
  faults: Faults
  database: MemoryDatabase
  devices: readonly Device[]
  processes: readonly ServerProcess[]
  tokenOfNewSession: (person: PersonKey) => string
  /** A person signs in on a device, in place of the present one. */
  signIn: (device: Device, person: PersonKey) => void
  endSession: (device: Device) => void
  killProcess: (place: number) => void
  startProcess: (place: number) => void
  /** Defects that no fault explains. */
  defects: string[]
}

/** The start of every history. */
const START = Date.parse('2026-11-21T12:00:00.000Z')
const PROCESSES = 2

export const openWard = (base: Base, seed: number, without: ReadonlySet<string>): Ward => {
  const chance = chanceOf(seed)
  const time = virtualTime(START)
  const faults = faultsOf(chance, time, without)
  const defects: string[] = []
  const onDefect = (error: unknown) => void defects.push(`the server met a defect: ${inWords(error)}`)
  const sessions = new Map<string, { row: object; ended_at: string | null }>()
  const now = () => new Date(time.now()).toISOString()
  let participants = Math.max(...base.rows.participants.keys())
  let flags = 0
  const database = memoryDatabase(base.rows, {
    time,
    faults,
    fixed: {
      ...base.fixed,
      session: (id) => {
        const session = sessions.get(id)
        if (!session) return null
        const seen = { last_seen_at: now(), active_at: now() }
        return { ...session.row, session_id: id, ...seen, ended_at: session.ended_at }
      },
      newId: { participant: () => (participants += 1), flag: () => (flags += 1) },
    },
    readFixed: base.readFixed,
    beside: base.context.database,
  })

  const newSession = (person: PersonKey): DeviceSession => {
    const { user_id, session } = base.people[person]
    const id = chance.uuid('session')
    sessions.set(id, { row: session, ended_at: null })
    return { person, sub: String(user_id), id, token: tokenOf(user_id, id, time.now()) }
  }

  let started = 0
  const newProcess = () => {
    started += 1
    return startProcess({ name: `process ${started}`, base, database, time, chance, onDefect })
  }
  const processes: ServerProcess[] = Array.from({ length: PROCESSES }, newProcess)
  const network = networkOf({ time, chance, faults, processes: () => processes })
  const onFault = (tab: string, error: unknown) => void defects.push(`${tab} reported ${inWords(error)}`)
  const devices = Array.from({ length: chance.between('devices', 1, 2) }, (_, place) =>
    createDevice({ name: `tablet ${place + 1}`, time, chance, onFault, network }),
  )
  return {
    base,
    time,
    chance,
    faults,
    database,
    devices,
    processes,
    tokenOfNewSession: (person) => newSession(person).token,
    signIn: (device, person) => device.signIn(newSession(person)),
    endSession: (device) => {
      const session = sessions.get(device.session()?.id ?? '')
      if (session) session.ended_at = now()
    },
    killProcess: (place) => processes[place]?.kill(),
    startProcess: (place) => {
      if (processes[place]?.isAlive() === false) processes[place] = newProcess()
    },
    defects,
  }
}

/** Presses the button that sends one's own actions of earlier sessions. */
export const releaseOwn = async (device: Device, tab: Tab): Promise<void> => {
  const session = device.session()
  const own = tab.outbox.view.get().content.actions.filter((one) => isOpen(one) && one.session !== session?.id)
  const ids = own.filter(({ state }) => state !== 'attention').map(({ id }) => id)
  if (ids.length > 0) await tab.outbox.release(ids)
}

const inWords = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

export const somebody = (chance: Chance): PersonKey => chance.pick('who', PEOPLE)
