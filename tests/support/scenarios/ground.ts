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

/** The nurse on a new ward, with the tablet in her hand and the list kept on it. */
export const onTheWard = async ({ portal, device }: Ground, participants = 1, overrides: TrialOverrides = {}) => {
  const ward = await aWard(portal, participants, overrides)
  const nurse = await device.switchOn()
  await nurse.opens('/')
  await isSignedIn(nurse, portal, 'nurse')
  await opensWard(nurse, ward.trial_id)
  return { ward, nurse, counted: await countEffects(portal, ward) }
}

/** Why a page without its server need not complain: it may show what is kept before it asks, and be gone by then. */
export const MAY_BE_QUIET = 'a page that shows what is kept may be gone before it asks'

/** The server is dead, and the tablet has noticed. */
export const losesTheServer = async ({ portal }: Ground, who: Tablet): Promise<void> => {
  who.allowsError(NOBODY_ANSWERS, MAY_BE_QUIET)
  await portal.front.goDown()
  await who.reloads()
  await who.sees(OFFLINE)
}

/** The same where no worker could open the page again: the browser tells its pages that the Wi-Fi has gone. */
export const losesTheWifi = async ({ portal }: Ground, who: Tablet): Promise<void> => {
  who.allowsError(NOBODY_ANSWERS, 'told of the Wi-Fi, a page need not ask')
  await portal.front.goDown()
  await who.evaluates(tellsOfTheWifi, 'offline')
  await who.sees(OFFLINE)
}

/** The Wi-Fi is there again, with the server behind it. */
export const findsTheWifi = async ({ portal }: Ground, who: Tablet): Promise<void> => {
  await portal.front.comeBack()
  await who.evaluates(tellsOfTheWifi, 'online')
}

const tellsOfTheWifi = (sign: string) => {
  dispatchEvent(new Event(sign))
}

/** A trial with a pack that somebody at the pharmacist's site is to get, and the page on which she hands it out. */
export const aShelf = async ({ portal }: Ground) => {
  const trial = await dispensingTrial(portal)
  const { pack } = await servedAt(trial)
  return { trial, pack, page: `/trials/${trial.trial_id}/study-packs/dispense?pack=${pack.pack_id}` }
}

/** From the page of a pack to the press that hands it out. */
export const handsOut = async (pharmacist: Tablet, { pack_id }: { pack_id: string }): Promise<void> => {
  await pharmacist.fills('Three digits on the label', CODE)
  await pharmacist.presses(`Dispense pack ${pack_id}`)
}

/** Waits until the tablet keeps what a pharmacist needs of a trial. */
export const isStocked = async (pharmacist: Tablet, trialId: number): Promise<void> => {
  await waitsForStored(pharmacist, trialId)
  await waitsForStored(pharmacist, trialId, 'study-packs')
}

/** The pharmacist with the tablet in her hand, at the page of a pack. */
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

/** Until something has come of it at the server; then a while longer, in which nothing more may come. */
export const settles = async (who: Tablet, reported: Effects, counted: () => Promise<Effects>): Promise<Tally> => {
  await until('the server has heard of it', async () => Object.keys(await counted()).length > 0)
  await isThrough(who)
  await who.sees(CONFIRMED)
  return { reported, counted: await counted() }
}

/** Nothing waits on the tablet any more. */
export const isThrough = async (who: Tablet): Promise<void> => {
  await who.opens('/outbox')
  await who.sees('Nothing is waiting')
}

/** Throws where any effect has been counted already. */
export const mustNotHaveHappened = async (counted: () => Promise<Effects>): Promise<void> => {
  const effects = Object.keys(await counted())
  if (effects.length > 0) throw new Error(`it must not have happened yet: ${effects.join(', ')}`)
}

/** A walk on a tablet that nobody has used yet and nobody uses after it, with what its browser runs on every page first. */
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
