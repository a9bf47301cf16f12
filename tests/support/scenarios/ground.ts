import { WILL_BE_SENT } from '../../../src/client/safety-words'
import type { Effects } from '../effect-count'
import { countEffects } from '../effect-count'
import type { TrialOverrides } from '../a-trial'
import { CODE, dispensingTrial, servedAt } from '../dispensing'
import type { Device, Preload, Tablet } from '../tablet'
import { until } from '../until'
import { aWard, waitsForStored, isSignedIn, NOBODY_ANSWERS, opensWard } from '../ward'
import type { Ground, Tally } from './scenario'

export const OFFLINE = /Offline · since \d{2}:\d{2}/
export const WAITING = WILL_BE_SENT
const CONFIRMED = /confirmed by the server/

/** The nurse on a new ward, with a tablet that has saved its list. */
export const onTheWard = async ({ portal, device }: Ground, participants = 1, overrides: TrialOverrides = {}) => {
  const ward = await aWard(portal, participants, overrides)
  const nurse = await device.switchOn()
  await nurse.opens('/')
  await isSignedIn(nurse, portal, 'nurse')
  await opensWard(nurse, ward.trial_id)
  return { ward, nurse, counted: await countEffects(portal, ward) }
}

/**
 * The reason why an offline page need not complain: it may show saved data before it sends a request, and be gone by
 * then.
 */
export const MAY_BE_QUIET = 'a page that shows what is kept may be gone before it asks'

/** The server is dead, and the tablet has noticed. */
export const losesTheServer = async ({ portal }: Ground, who: Tablet): Promise<void> => {
  who.allowsError(NOBODY_ANSWERS, MAY_BE_QUIET)
  await portal.front.goDown()
  await who.reloads()
  await who.sees(OFFLINE)
}

/** The same without a worker that could open the page again: the browser reports that the Wi-Fi is gone. */
export const losesTheWifi = async ({ portal }: Ground, who: Tablet): Promise<void> => {
  who.allowsError(NOBODY_ANSWERS, 'told of the Wi-Fi, a page need not ask')
  await portal.front.goDown()
  await who.evaluates(tellsOfTheWifi, 'offline')
  await who.sees(OFFLINE)
}

/** The Wi-Fi is back, with the server behind it. */
export const findsTheWifi = async ({ portal }: Ground, who: Tablet): Promise<void> => {
  await portal.front.comeBack()
  await who.evaluates(tellsOfTheWifi, 'online')
}

const tellsOfTheWifi = (sign: string) => {
  dispatchEvent(new Event(sign))
}

/** A trial with a pack allocated to a participant at the pharmacist's site, and the page on which she dispenses it. */
export const aShelf = async ({ portal }: Ground) => {
  const trial = await dispensingTrial(portal)
  const { pack } = await servedAt(trial)
  return { trial, pack, page: `/trials/${trial.trial_id}/study-packs/dispense?pack=${pack.pack_id}` }
}

/** From the page of a pack to the press that dispenses it. */
export const handsOut = async (pharmacist: Tablet, { pack_id }: { pack_id: string }): Promise<void> => {
  await pharmacist.fills('Three digits on the label', CODE)
  await pharmacist.presses(`Dispense pack ${pack_id}`)
}

/** Waits until the tablet has saved the data that a pharmacist needs of a trial. */
export const isStocked = async (pharmacist: Tablet, trialId: number): Promise<void> => {
  await waitsForStored(pharmacist, trialId)
  await waitsForStored(pharmacist, trialId, 'study-packs')
}

/** The pharmacist at the page of a pack, with the tablet ready. */
export const atTheShelf = async (ground: Ground) => {
  const { portal, device } = ground
  const { trial, pack, page } = await aShelf(ground)
  const pharmacist = await device.switchOn()
  await pharmacist.opens('/')
  await isSignedIn(pharmacist, portal, 'pharmacist')
  await pharmacist.opens(page)
  await pharmacist.reloadsFromTheDevice()
  await isStocked(pharmacist, trial.trial_id)
  return { trial, pack, pharmacist, counted: await countEffects(portal, trial) }
}

/** Waits for an effect at the server, and then a while longer, in which no further one may occur. */
export const settles = async (who: Tablet, reported: Effects, counted: () => Promise<Effects>): Promise<Tally> => {
  await until('the server has heard of it', async () => Object.keys(await counted()).length > 0)
  await isThrough(who)
  await who.sees(CONFIRMED)
  return { reported, counted: await counted() }
}

/** No action waits on the tablet any more. */
export const isThrough = async (who: Tablet): Promise<void> => {
  await who.opens('/outbox')
  await who.sees('Nothing is waiting')
}

/** Throws where any effect has been counted already. */
export const mustNotHaveHappened = async (counted: () => Promise<Effects>): Promise<void> => {
  const effects = Object.keys(await counted())
  if (effects.length > 0) throw new Error(`it must not have happened yet: ${effects.join(', ')}`)
}

/** Runs a walk on a new tablet that is not used afterwards, with preloads for its browser. */
export const onATabletOfItsOwn = async <Result>(
  device: Device,
  walk: (tablet: Tablet) => Promise<Result>,
  ...preloads: readonly Preload[]
): Promise<Result> => {
  await device.scrap()
  const result = await walk(await device.switchOn(...preloads))
  await device.scrap()
  return result
}
