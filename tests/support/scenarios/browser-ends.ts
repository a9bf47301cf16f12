import { SAVED_HERE } from '../../../src/client/safety-words'
import type { Tablet } from '../tablet'
import { until } from '../until'
import { TOKEN } from '../visitor'
import { dumpOf, FLAGGING, flags, NOBODY_ANSWERS } from '../ward'
import { losesTheServer, mustNotHaveHappened, OFFLINE, onTheWard, settles, WAITING, MAY_BE_QUIET } from './ground'
import { nothingOf, ONE_FLAG, type Ground, type Scenario, type Tally } from './scenario'

/** The browser is killed or closed, and started again. */
export const BROWSER_ENDS: readonly Scenario[] = [
  {
    name: 'switched on without the server',
    given: 'a list that was looked at on a tablet that was switched off then',
    when: 'it is switched on without the server, a participant is flagged, and the server comes back',
    outcome: 'the list is there with its age, the flag waits, and is set once',
    walk: async (ground) => {
      const { ward, counted } = await onTheWard(ground)
      await ground.device.switchOff()
      await ground.portal.front.goDown()
      const nurse = await ground.device.switchOn()
      nurse.allowsError(NOBODY_ANSWERS, MAY_BE_QUIET)
      await nurse.opens(`/trials/${ward.trial_id}/participants`)
      await nurse.sees(/Last updated \d{2}:\d{2} \(less than a minute ago\)\./)
      await nurse.sees(OFFLINE)
      await flags(nurse, 1, 'Fell out of bed')
      await nurse.sees(WAITING)
      await until('the overlay shows it flagged', () => nurse.isThere('button', 'Unflag: participant 1'))
      await until('the header counts it', () => nurse.isThere('link', '1 waiting'))
      await ground.portal.front.comeBack()
      await nurse.sees('Online')
      await nurse.seesNot(WAITING)
      return settles(nurse, ONE_FLAG, counted)
    },
  },
  {
    name: 'killed when saved',
    given: 'a tablet without the server',
    when: 'its browser is killed as soon as a flag is said to be saved',
    outcome: 'the flag is in the outbox, and is set once when the server is back',
    mattersMost: true,
    walk: async (ground) => {
      const { nurse, counted } = await onTheWard(ground)
      await losesTheServer(ground, nurse)
      await flags(nurse, 1, 'Killed when saved')
      await nurse.sees(SAVED_HERE)
      const token = await tokenOf(nurse)
      await ground.device.die()

      const later = await atTheOutboxAgain(ground, token)
      await later.sees('Flag participant 1')
      await mustNotHaveHappened(counted)
      await ground.portal.front.comeBack()
      return switchedOff(ground, await settles(later, ONE_FLAG, counted))
    },
  },
  {
    name: 'killed while saving',
    given: 'a tablet without the server',
    when: 'its browser is killed in the moment in which a flag is pressed',
    outcome: 'it is in the outbox or nowhere, and is set as often as it was there',
    walk: async (ground) => {
      const { nurse, counted } = await onTheWard(ground)
      await losesTheServer(ground, nurse)
      await flags(nurse, 1, 'Killed while saving')
      const token = await tokenOf(nurse)
      await ground.device.die()

      const later = await atTheOutboxAgain(ground, token)
      const wasSaved = (await dumpOf(later)).includes('"targets":["participant:')
      await ground.portal.front.comeBack()
      if (wasSaved) return switchedOff(ground, await settles(later, ONE_FLAG, counted))
      await later.sees('Nothing is waiting')
      return switchedOff(ground, await nothingOf(counted))
    },
  },
  {
    name: 'killed while sending',
    given: 'a flag that is on its way',
    when: 'the browser is killed, and the server hears of the flag only then',
    outcome: 'it is sent again under its key, and is set once',
    mattersMost: true,
    walk: async (ground) => {
      const { nurse, counted } = await onTheWard(ground)
      const heldRequest = ground.portal.front.inflict('held', FLAGGING)
      await flags(nurse, 1, 'Killed while sending')
      await until('it is on its way', () => heldRequest.met() > 0)
      const token = await tokenOf(nurse)
      await ground.device.die()
      heldRequest.lift()
      await until('the server has heard of it', async () => Object.keys(await counted()).length > 0)

      const later = await switchedOnAs(ground.device, token)
      await later.opens('/outbox')
      await later.sees(/waiting again after the app was closed/)
      return switchedOff(ground, await settles(later, ONE_FLAG, counted))
    },
  },
]

/** The nurse switches the tablet on again and opens its outbox. */
const atTheOutboxAgain = async ({ device }: Ground, token: string): Promise<Tablet> => {
  const nurse = await switchedOnAs(device, token)
  await nurse.opens('/outbox')
  return nurse
}

/**
 * A browser may be killed before it has stored the token. It is stored again before the app starts: without it, the app
 * would delete the data of an ended session.
 */
const switchedOnAs = async (device: Ground['device'], token: string): Promise<Tablet> => {
  const entry = `${JSON.stringify(TOKEN)}, ${JSON.stringify(token)}`
  const tablet = await device.switchOn(`if (location.protocol.startsWith('http')) localStorage.setItem(${entry})`)
  tablet.allowsError(NOBODY_ANSWERS, 'the server may be away, or back before the page asks')
  return tablet
}

/** This browser runs a preload before every page, so later walks need a new one. */
const switchedOff = async ({ device }: Ground, tally: Tally): Promise<Tally> => {
  await device.switchOff()
  return tally
}

const tokenOf = (tablet: Tablet): Promise<string> => tablet.evaluates((key) => localStorage.getItem(key) ?? '', TOKEN)
