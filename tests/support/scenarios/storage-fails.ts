import { cannotBeFound, HAVE_CHECKED_LOST, NOTHING_CAN_BE_SAVED } from '../../../src/client/safety-words'
import { countEffects } from '../effect-count'
import type { Preload } from '../tablet'
import { until } from '../until'
import { aWard, flags, waitsForStored, isSignedIn } from '../ward'
import { findsTheWifi, losesTheServer, losesTheWifi, onATabletOfItsOwn, onTheWard, settles, WAITING } from './ground'
import { NO_WORKER } from './preloads'
import { nothingOf, ONE_FLAG, type Scenario } from './scenario'

/** A tablet that cannot store its data. */
export const STORAGE_FAILS: readonly Scenario[] = [
  {
    name: 'storage wiped',
    given: 'a flag that waits',
    when: 'the browser wipes what it stored',
    outcome: 'its loss is noticed and named until somebody takes note of it',
    walk: async (ground) => {
      const { nurse, counted } = await onTheWard(ground)
      await losesTheServer(ground, nurse)
      await flags(nurse, 1, 'Wiped')
      await nurse.sees(WAITING)
      await nurse.evaluates(deletesDatabase, 'equipoise-outbox')
      await ground.portal.front.comeBack()
      await nurse.opens('/outbox')
      await nurse.sees(cannotBeFound(1))
      await nurse.sees('Flag participant 1')
      await nurse.reloads()
      await nurse.sees(cannotBeFound(1))
      await nurse.presses(HAVE_CHECKED_LOST)
      await nurse.seesNot(cannotBeFound(1))
      return nothingOf(counted)
    },
  },
  notSaved('storage blocked', 'the browser blocks the storage', () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError')
    }
  }),
  notSaved('silent database', 'the database of the browser never answers', () => {
    // An empty page has no database.
    if (!location.protocol.startsWith('http')) return
    // Another program holds older versions open, and does not close them for a newer one.
    for (const name of ['equipoise-outbox', 'equipoise-snapshots']) {
      indexedDB.open(name, 1).addEventListener('success', ({ target }) => Object.assign(globalThis, { [name]: target }))
    }
  }),
  {
    name: 'no worker',
    given: 'a browser that lets no worker in',
    when: 'the server goes and comes back',
    outcome: 'the page keeps the list and sends the flag itself',
    walk: (ground) =>
      onATabletOfItsOwn(
        ground.device,
        async (nurse) => {
          const { portal } = ground
          const ward = await aWard(portal, 2)
          const counted = await countEffects(portal, ward)
          await nurse.opens('/')
          await isSignedIn(nurse, portal, 'nurse')
          await nurse.opens(`/trials/${ward.trial_id}/participants`)
          await waitsForStored(nurse, ward.trial_id)
          await losesTheWifi(ground, nurse)
          // The code of every opened page is loaded. The list is shown as before, or from the store.
          await flags(nurse, 1, 'No worker')
          await nurse.sees(WAITING)
          await findsTheWifi(ground, nurse)
          await until('it is set', async () => Object.keys(await counted()).length > 0)
          return settles(nurse, ONE_FLAG, counted)
        },
        NO_WORKER,
      ),
  },
]

function notSaved(name: string, when: string, preload: Preload): Scenario {
  return {
    name,
    given: 'a flag to be set',
    when,
    outcome:
      'the list is there, it is said that nothing can be saved and that the flag is NOT saved, the words stay, and nothing happens',
    walk: ({ portal, device }) =>
      onATabletOfItsOwn(
        device,
        async (nurse) => {
          const ward = await aWard(portal)
          const counted = await countEffects(portal, ward)
          await nurse.opens('/')
          await isSignedIn(nurse, portal, 'nurse')
          await nurse.opens(`/trials/${ward.trial_id}/participants`)
          await nurse.sees(NOTHING_CAN_BE_SAVED.title)
          await flags(nurse, 1, 'Not to be forgotten')
          await nurse.sees(/NOT saved: /)
          const words = (label: string) =>
            [...document.querySelectorAll('textarea')].find((field) => field.labels[0]?.textContent.startsWith(label))
              ?.value
          const storedValue = await nurse.evaluates(words, 'Comment')
          if (storedValue !== 'Not to be forgotten') throw new Error(`her words are gone: ${storedValue}`)
          return nothingOf(counted)
        },
        NO_WORKER,
        preload,
      ),
  }
}

const deletesDatabase = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.addEventListener('success', () => resolve())
    deleting.addEventListener('error', () => reject(new Error(String(deleting.error))))
  })
