import { UNLOCK_WAYS, wayEvents, type UnlockWay } from '#domain/this-device/unlock-ways'
import type { UnlockRecords } from '#offline/unlock-records'

/** The ways of the signed-in person to unlock this device offline, for screens. */
export type UnlockView = {
  isRead: boolean
  ways: readonly UnlockWay[]
  /** The person of the locked device, where a way is set. */
  name: string | null
  /** Whether wrong PINs have deleted the PIN. */
  isPinEnded: boolean
  tries_left: number
}

export const UNREAD: UnlockView = { isRead: false, ways: [], name: null, isPinEnded: false, tries_left: 0 }

/** The stored state of a person's ways on this device. */
export const readView = async (records: UnlockRecords, sub: string): Promise<UnlockView> => {
  const stored = await Promise.all(UNLOCK_WAYS.map(async (way) => ({ way, record: await records.read(way, sub) })))
  const pin = await records.read('pin', sub)
  const isOut = pin === null ? await hasEndedPin(records, sub) : pin.tries_left === 0
  return {
    isRead: true,
    ways: stored.filter(({ way, record }) => record !== null && !(way === 'pin' && isOut)).map(({ way }) => way),
    name: stored.find(({ record }) => record !== null)?.record?.name ?? null,
    isPinEnded: isOut,
    tries_left: pin?.tries_left ?? 0,
  }
}

/** Whether wrong tries ended the person's PIN last, as far as that is not reported yet. */
const hasEndedPin = async (records: Pick<UnlockRecords, 'events'>, sub: string): Promise<boolean> => {
  const { set, removed } = wayEvents('pin')
  const last = (await records.events(sub)).findLast(({ event }) => [set, removed, 'locked_out'].includes(event))
  return last?.event === 'locked_out'
}

/** Whether the person has any way; it decides what the lock removes. */
export const hasAnyWay = async (records: Pick<UnlockRecords, 'read'>, sub: string): Promise<boolean> => {
  const stored = await Promise.all(UNLOCK_WAYS.map((way) => records.read(way, sub)))
  return stored.some((record) => record !== null)
}
