import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import type { BuiltTrial, TrialOverrides } from './a-trial'
import type { JourneyPortal } from './journey-portal'
import { drawnAt, staffedTrial } from './participant-actions'
import { signedInAs } from './sign-in'
import type { Target } from './fault-proxy'
import type { Tablet } from './tablet'
import { until } from './until'
import { TOKEN } from './visitor'

/** A browser's console messages when no server answers, or a session is over. */
export const NOBODY_ANSWERS =
  /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_FAILED/

/** The request that flags. */
export const FLAGGING: Target = { method: 'POST', path: /\/flag$/ }

/** A staffed trial with this many participants at its first site, numbered from 1. */
export const aWard = async (
  portal: JourneyPortal,
  count = 1,
  overrides: TrialOverrides = {},
): Promise<BuiltTrial & { participants: { id: number; trial_id: number }[] }> => {
  const trial = await staffedTrial(portal, { is_managing_packs: false, ...overrides })
  const participants = []
  const nurse = await signedInAs(portal, 'nurse')
  for (let index = 0; index < count; index += 1) participants.push(await drawnAt(nurse, trial, 0))
  return { ...trial, participants }
}

/** The number of a participant's flags in the database. */
export const flagsOf = async ({ database }: JourneyPortal, { id }: { id: number }): Promise<number> => {
  const rows = await database.queries
    .selectFrom('participant_flags')
    .select('id')
    .where('participant_id', '=', id)
    .execute()
  return rows.length
}

/**
 * Opens the list of participants with the app stored on the tablet, and waits until the data for offline use are saved.
 */
export const opensWard = async (nurse: Tablet, trialId: number): Promise<void> => {
  await nurse.opens(`/trials/${trialId}/participants`)
  await nurse.reloadsFromTheDevice()
  await until('the list is there', () => nurse.isThere('table', 'Participants'))
  await waitsForStored(nurse, trialId)
}

/** Waits until the tablet has saved a trial's answer at this path: its participants by default. */
export const waitsForStored = (who: Tablet, trialId: number, path = 'participants/snapshot'): Promise<void> =>
  until(`${path} is kept`, () => who.evaluates(keeps, `/api/v1/trials/${trialId}/${path}?`))

const keeps = async (scope: string): Promise<boolean> => {
  const name = 'equipoise-snapshots'
  // Opening a missing database would create it, and prevent the app from creating the right one.
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return false
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => reject(new Error(String(opening.error))))
    opening.addEventListener('success', () => {
      const { result } = opening
      const reading = result.transaction('snapshots').objectStore('snapshots').getAllKeys()
      reading.addEventListener('success', () => {
        result.close()
        resolve(reading.result.includes(scope))
      })
    })
  })
}

/** From the list to the press that flags a participant, by their number. */
export const flags = async (nurse: Tablet, number: number, comment: string): Promise<void> => {
  // People who may do more than flag have a menu. Others, and everybody offline, have the button itself.
  const [menu, plain] = [`Actions: participant ${number}`, `Flag: participant ${number}`]
  let seen: string | undefined
  await until('participant may be flagged', async () => {
    for (const name of [menu, plain]) if (await nurse.isThere('button', name)) seen = name
    return seen !== undefined
  })
  await nurse.presses(seen ?? plain)
  if (seen === menu) await nurse.presses('Flag', 'menuitem')
  await nurse.fills('Comment', comment)
  await nurse.presses(`Flag participant ${number}`)
}

/** Signs in on this browser without a provider. */
export const isSignedIn = async (tablet: Tablet, portal: JourneyPortal, as: SampleAccountKey): Promise<void> =>
  keepsToken(tablet, (await signedInAs(portal, as)).token)

/** Stores this token as that of the signed-in person, unnoticed by the open page. */
export const keepsToken = (tablet: Tablet, token: string): Promise<void> =>
  tablet.evaluates((pair) => {
    const [key = '', value = ''] = pair.split(' ')
    localStorage.setItem(key, value)
  }, `${TOKEN} ${token}`)

/** Deletes it, likewise unnoticed. */
export const dropsToken = (tablet: Tablet): Promise<void> =>
  tablet.evaluates((key) => localStorage.removeItem(key), TOKEN)

export const hasToken = (tablet: Tablet): Promise<boolean> =>
  tablet.evaluates((key) => localStorage.getItem(key) !== null, TOKEN)

/** All data that the browser stores for the portal, as one text. */
export const dumpOf = (tablet: Tablet): Promise<string> =>
  tablet.evaluates(async () => {
    const read = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error(String(request.error))))
      })
    const databases = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await read(indexedDB.open(name))
      for (const table of database.objectStoreNames)
        databases.push([name, table, await read(database.transaction(table).objectStore(table).getAll())])
      database.close()
    }
    const answers = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (new URL(request.url).pathname.startsWith('/api')) answers.push(request.url)
    return JSON.stringify({
      databases,
      answers,
      local: Object.entries(localStorage),
      tab: Object.entries(sessionStorage),
    })
  }, '')
