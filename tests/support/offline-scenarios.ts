import { ERRORS } from '#contract/errors'
import { studyPackStatusId } from '#domain/study-pack'
import { alter, CODE, dispensingTrial, servedAt } from './dispensing'
import { countEffects, type Effects } from './effect-count'
import type { Target } from './fault-proxy'
import type { JourneyPortal } from './journey-portal'
import type { Device, Tablet } from './tablet'
import { until } from './until'
import { aWard, dumpOf, FLAGGING, flags, isKept, isSignedIn, NOBODY_ANSWERS, opensWard, SAVED_HERE } from './ward'
import { RANDOMISING } from './wizard'

/** What a scenario is walked on: a portal behind a bad way, and a tablet. */
export type Ground = { portal: JourneyPortal; device: Device }

/** What the person was told is saved or done, and what the server has of it, all told in effects. */
export type Tally = { told: Effects; found: Effects }

/**
 * What may befall a tablet on a ward, told so that it can be walked in any browser. A walk fails where the screen does not say what
 * it must; its tally is for who counts.
 */
export type Scenario = {
  name: string
  given: string
  when: string
  outcome: string
  walk: (ground: Ground) => Promise<Tally>
}

const ONE_FLAG: Effects = { flagged: 1, 'audit: Participant flagged': 1 }
const ONE_DISPENSED: Effects = { 'pack: dispense': 1, 'audit: Study packs dispensed': 1 }
const ONE_PARTICIPANT: Effects = { randomised: 1, 'audit: Participant randomised': 1 }
const DISPENSING: Target = { method: 'POST', path: /\/dispense$/ }
const OFFLINE = /Offline · since \d{2}:\d{2}/
const WAITING = 'Will be sent when online'
const CONFIRMED = /confirmed by the server/

/** The nurse on a new ward, with the tablet in her hand and the list kept on it. */
const onTheWard = async ({ portal, device }: Ground) => {
  const ward = await aWard(portal)
  const nurse = await device.switchOn()
  await nurse.opens('/')
  await isSignedIn(nurse, portal, 'nurse')
  await opensWard(nurse, ward.trial_id)
  return { ward, nurse, found: await countEffects(portal, ward) }
}

/** The server is dead, and the tablet has noticed. */
const losesTheServer = async ({ portal }: Ground, nurse: Tablet) => {
  nurse.allowsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await nurse.reloads()
  await nurse.sees(OFFLINE)
}

/** The pharmacist with the tablet in her hand, and a pack that somebody at her site is to get. */
const atTheShelf = async ({ portal, device }: Ground) => {
  const trial = await dispensingTrial(portal)
  const { pack } = await servedAt(trial)
  const pharmacist = await device.switchOn()
  await pharmacist.opens('/')
  await isSignedIn(pharmacist, portal, 'pharmacist')
  const handsOut = async () => {
    await pharmacist.fills('Three digits on the label', CODE)
    await pharmacist.presses(`Dispense pack ${pack.pack_id}`)
  }
  const page = `/trials/${trial.trial_id}/study-packs/dispense?pack=${pack.pack_id}`
  await pharmacist.opens(page)
  await pharmacist.reloadsFromTheDevice()
  await isKept(pharmacist, trial.trial_id)
  await isKept(pharmacist, trial.trial_id, 'study-packs')
  return { pack, pharmacist, handsOut, found: await countEffects(portal, trial) }
}

/** The tablet is switched on again, by the nurse, at its outbox. */
const atTheOutboxAgain = async ({ portal, device }: Ground): Promise<Tablet> => {
  const nurse = await device.switchOn()
  nurse.allowsError(NOBODY_ANSWERS)
  await nurse.opens('/')
  // A browser may be killed before it has written down who was signed in.
  await isSignedIn(nurse, portal, 'nurse')
  await nurse.opens('/outbox')
  return nurse
}

/** Until something has come of it at the server; then a while longer, in which nothing more may come. */
const settles = async (nurse: Tablet, told: Effects, found: () => Promise<Effects>) => {
  await until('the server has heard of it', async () => Object.keys(await found()).length > 0)
  await nurse.opens('/outbox')
  await nurse.sees('Nothing is waiting')
  await nurse.sees(CONFIRMED)
  return { told, found: await found() }
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'switched on without the server',
    given: 'a list that was looked at on a tablet that was switched off then',
    when: 'it is switched on without the server, a participant is flagged, and the server comes back',
    outcome: 'the list is there with its age, the flag waits, and is set once',
    walk: async (ground) => {
      const { ward, found } = await onTheWard(ground)
      await ground.device.switchOff()
      await ground.portal.front.goDown()
      const nurse = await ground.device.switchOn()
      nurse.allowsError(NOBODY_ANSWERS)
      await nurse.opens(`/trials/${ward.trial_id}/participants`)
      await nurse.sees(/What you see is as of \d{2}:\d{2}, less than a minute ago\./)
      await nurse.sees(OFFLINE)
      await flags(nurse, 1, 'Fell out of bed')
      await nurse.sees(WAITING)
      await until('the overlay shows it flagged', () => nurse.isThere('button', 'Unflag: participant 1'))
      await until('the header counts it', () => nurse.isThere('link', '1 waiting'))
      await ground.portal.front.comeBack()
      await nurse.sees('Online')
      await nurse.seesNot(WAITING)
      return settles(nurse, ONE_FLAG, found)
    },
  },
  {
    name: 'flag, answer lost',
    given: 'a participant to be flagged',
    when: 'the answer is lost after the server acted',
    outcome: 'the flag waits, is sent again under its key, and is set once',
    walk: async (ground) => {
      const { nurse, found } = await onTheWard(ground)
      nurse.allowsError(NOBODY_ANSWERS)
      const cut = ground.portal.front.inflict('answer_lost', FLAGGING)
      await flags(nurse, 1, 'Answer lost')
      await until('the answer is lost', () => cut.met() > 0)
      await nurse.sees(WAITING)
      cut.lift()
      return settles(nurse, ONE_FLAG, found)
    },
  },
  {
    name: 'killed when saved',
    given: 'a tablet without the server',
    when: 'its browser is killed as soon as a flag is said to be saved',
    outcome: 'the flag is in the outbox, and is set once when the server is back',
    walk: async (ground) => {
      const { nurse, found } = await onTheWard(ground)
      await losesTheServer(ground, nurse)
      await flags(nurse, 1, 'Killed when saved')
      await nurse.sees(SAVED_HERE)
      await ground.device.die()

      const later = await atTheOutboxAgain(ground)
      await later.sees('Flag participant 1')
      if (Object.keys(await found()).length > 0) throw new Error('it cannot have been sent')
      await ground.portal.front.comeBack()
      return settles(later, ONE_FLAG, found)
    },
  },
  {
    name: 'killed while saving',
    given: 'a tablet without the server',
    when: 'its browser is killed in the moment in which a flag is pressed',
    outcome: 'it is in the outbox or nowhere, and is set as often as it was there',
    walk: async (ground) => {
      const { nurse, found } = await onTheWard(ground)
      await losesTheServer(ground, nurse)
      await flags(nurse, 1, 'Killed while saving')
      await ground.device.die()

      const later = await atTheOutboxAgain(ground)
      const wasSaved = (await dumpOf(later)).includes('Killed while saving')
      await ground.portal.front.comeBack()
      if (wasSaved) return settles(later, ONE_FLAG, found)
      await later.sees('Nothing is waiting')
      return { told: {}, found: await found() }
    },
  },
  {
    name: 'killed while sending',
    given: 'a flag that is on its way',
    when: 'the browser is killed, and the server hears of the flag only then',
    outcome: 'it is sent again under its key, and is set once',
    walk: async (ground) => {
      const { nurse, found } = await onTheWard(ground)
      const held = ground.portal.front.inflict('held', FLAGGING)
      await flags(nurse, 1, 'Killed while sending')
      await until('it is on its way', () => held.met() > 0)
      await ground.device.die()
      held.lift()
      await until('the server has heard of it', async () => Object.keys(await found()).length > 0)

      const later = await ground.device.switchOn()
      await later.opens('/')
      await isSignedIn(later, ground.portal, 'nurse')
      await later.opens('/outbox')
      await later.sees(/taken up again after the app was closed/)
      return settles(later, ONE_FLAG, found)
    },
  },
  {
    name: 'session over with a queue',
    given: 'a flag that waits while the server is away',
    when: 'the session is over at the server, and the same person signs in again',
    outcome: 'it waits until then, and is set once',
    walk: async (ground) => {
      const { portal } = ground
      const { nurse, found } = await onTheWard(ground)
      await losesTheServer(ground, nurse)
      await flags(nurse, 1, 'Held')
      await nurse.sees(WAITING)
      await portal.database.queries.updateTable('sessions').set({ ended_at: portal.clock.now() }).execute()
      nurse.allowsError(/status of 401/)
      await portal.front.comeBack()
      await nurse.sees(/HTTP 401/)
      if (Object.keys(await found()).length > 0) throw new Error('nobody was signed in')
      await isSignedIn(nurse, portal, 'nurse')
      await nurse.opens('/')
      return settles(nurse, ONE_FLAG, found)
    },
  },
  {
    name: 'randomise, answer lost',
    given: 'a participant to be randomised',
    when: 'the answer is lost after the server acted',
    outcome: 'the wizard finds out what was allocated, and one was randomised',
    walk: async (ground) => {
      const { ward, nurse, found } = await onTheWard(ground)
      nurse.allowsError(NOBODY_ANSWERS)
      await nurse.opens(`/trials/${ward.trial_id}/participants/new`)
      await nurse.presses('Continue')
      const cut = ground.portal.front.inflict('answer_lost', RANDOMISING)
      await nurse.presses('Randomise this participant')
      await until('the answer is lost', () => cut.met() > 0)
      await nurse.sees('Participant randomised')
      cut.lift()
      return { told: ONE_PARTICIPANT, found: await found() }
    },
  },
  {
    name: 'dispense, answer lost',
    given: 'a pack to be handed out',
    when: 'the answer is lost after the server acted',
    outcome: 'it waits, is sent again under its key, and the pack is dispensed once',
    walk: async (ground) => {
      const { pharmacist, handsOut, found } = await atTheShelf(ground)
      pharmacist.allowsError(NOBODY_ANSWERS)
      const cut = ground.portal.front.inflict('answer_lost', DISPENSING)
      await handsOut()
      await until('the answer is lost', () => cut.met() > 0)
      await pharmacist.sees(SAVED_HERE)
      cut.lift()
      return settles(pharmacist, ONE_DISPENSED, found)
    },
  },
  {
    name: 'dispensed elsewhere',
    given: 'a pack that was handed out without the server',
    when: 'it turns out to have been dispensed elsewhere meanwhile',
    outcome: 'the server refuses it, and a person decides; it is not dispensed twice',
    walk: async (ground) => {
      const { pack, pharmacist, handsOut, found } = await atTheShelf(ground)
      await losesTheServer(ground, pharmacist)
      await handsOut()
      await pharmacist.sees(SAVED_HERE)
      await alter(ground.portal, pack.id, { study_pack_status_id: studyPackStatusId('dispensed') })
      pharmacist.allowsError(/status of 409/)
      await ground.portal.front.comeBack()
      await pharmacist.opens('/outbox')
      await pharmacist.sees(/refused: /)
      await pharmacist.sees(ERRORS.pack_status_conflict.message)
      return { told: {}, found: await found() }
    },
  },
]
