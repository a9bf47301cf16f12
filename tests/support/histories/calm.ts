import type { StoredAction } from '#contract/stored-action'
import { isOpen } from '#offline/outbox-item'
import type { RandomiseAction } from './tablet-actions'
import { PEOPLE } from './base'
import type { Device } from './device'
import { releaseOwn, type Ward } from './ward'

/** The final content of a device: everybody's actions, in their order. */
export type Found = { device: Device; actions: StoredAction[]; wasRefused: ReadonlySet<string> }

const ROUNDS = 12
const ROUND = 60_000

/**
 * Lets a history end: faults stop, and everybody signs in where they worked and sends their actions. They discard what
 * the server refused, with a reason.
 */
export const comeToRest = async (ward: Ward, wizards: readonly RandomiseAction[]): Promise<readonly Found[]> => {
  const { time, faults, devices } = ward
  faults.cease()
  for (const place of [0, 1]) ward.startProcess(place)
  for (const device of devices) device.setConnected(true)
  const run = (milliseconds: number) => time.runUntil(() => false, time.now() + milliseconds)
  const refused = new Map(devices.map((device) => [device, new Set<string>()]))

  const goOn = async (device: Device) => {
    const [first, ...others] = device.tabs()
    for (const tab of others) tab.kill()
    const tab = first ?? device.open()
    tab.outbox.wake()
    await run(2000)
    void releaseOwn(device, tab)
    await run(2000)
    tab.outbox.sendNow()
    await run(ROUND)
    for (const { id, state } of tab.outbox.view.get().content.actions) {
      if (state !== 'attention') continue
      refused.get(device)?.add(id)
      void tab.outbox.discard(id, 'Seen, and given up')
    }
    await run(2000)
    return tab.outbox.view.get().content
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    let isOpenYet = wizards.some(({ ends }) => ends === null)
    for (const person of PEOPLE) {
      for (const device of devices) {
        ward.signIn(device, person)
        const { entries } = await goOn(device)
        isOpenYet ||= entries.some(isOpen)
      }
    }
    if (!isOpenYet) break
  }
  const found: Found[] = []
  for (const device of devices)
    found.push({ device, actions: await readAll(ward, device, run), wasRefused: refused.get(device) ?? new Set() })
  return found
}

/** Everybody's actions on a device, as a new page finds them; each person opens only their own. */
const readAll = async (ward: Ward, device: Device, run: (milliseconds: number) => Promise<void>) => {
  const byId = new Map<string, StoredAction>()
  let order: string[] = []
  for (const tab of device.tabs()) tab.kill()
  const tab = device.open()
  for (const person of PEOPLE) {
    ward.signIn(device, person)
    await run(2000)
    const { content } = tab.outbox.view.get()
    order = content.entries.map(({ id }) => id)
    for (const action of content.actions) byId.set(action.id, action)
  }
  return order.flatMap((id) => byId.get(id) ?? [])
}
