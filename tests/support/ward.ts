import type { BuiltTrial } from './a-trial'
import type { JourneyPortal } from './journey-portal'
import { drawnAt, staffedTrial } from './participant-acts'
import { signedInAs } from './sign-in'
import type { Target } from './fault-proxy'
import { TOKEN, type Visitor } from './visitor'

/** What a browser says on its console when nobody answers, or a session is over. */
export const NOBODY_ANSWERS =
  /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_FAILED/

/** The press that flags, as it goes over the line. */
export const FLAGGING: Target = { method: 'POST', path: /\/flag$/ }

export const SAVED_HERE = 'Saved on this device. It will be sent when online.'

/** A staffed trial with so many participants at its first site, numbers 1 and on. */
export const aWard = async (
  portal: JourneyPortal,
  count = 1,
): Promise<BuiltTrial & { participants: { id: number; trial_id: number }[] }> => {
  const trial = await staffedTrial(portal, { is_managing_packs: false })
  const participants = []
  const nurse = await signedInAs(portal, 'nurse')
  for (let place = 0; place < count; place += 1) participants.push(await drawnAt(nurse, trial, 0))
  return { ...trial, participants }
}

/** How many flags the database has of a participant. */
export const flagsOf = async ({ database }: JourneyPortal, { id }: { id: number }): Promise<number> => {
  const rows = await database.queries
    .selectFrom('participant_flags')
    .select('id')
    .where('participant_id', '=', id)
    .execute()
  return rows.length
}

/** Opens the list of participants with the app stored on the tablet, and waits until what is looked at offline is kept. */
export const opensWard = async (nurse: Visitor, trialId: number): Promise<void> => {
  await nurse.opens(`/trials/${trialId}/participants`)
  await nurse.reloadsFromTheDevice()
  await nurse.finds('table', 'Participants').waitFor()
  await nurse.page.waitForFunction(
    async (scope) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('equipoise-snapshots')
        opening.addEventListener('success', () => {
          const { result } = opening
          const reading = result.transaction('snapshots').objectStore('snapshots').getAllKeys()
          reading.addEventListener('success', () => {
            result.close()
            resolve(reading.result.includes(scope))
          })
        })
      }),
    `/api/v1/trials/${trialId}/participants/snapshot?`,
  )
}

/** From the list to the press that flags a participant, by its number. */
export const flags = async (nurse: Visitor, number: number, comment: string): Promise<void> => {
  const plain = nurse.finds('button', `Flag: participant ${number}`)
  const menu = nurse.finds('button', `Actions: participant ${number}`)
  await plain.or(menu).first().click()
  if ((await plain.count()) === 0) await nurse.presses('Flag', 'menuitem')
  await nurse.page.getByRole('textbox', { name: 'Comment' }).fill(comment)
  await nurse.presses(`Flag participant ${number}`)
}

/** Signs in on this browser without the way through a provider. */
export const isSignedIn = async (
  visitor: Visitor,
  portal: JourneyPortal,
  as: 'nurse' | 'coordinator',
): Promise<void> => {
  const { token } = await signedInAs(portal, as)
  await visitor.page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN, token] as const)
}

/** Everything that the browser keeps for the portal, as one text. */
export const dumpOf = (visitor: Visitor): Promise<string> =>
  visitor.page.evaluate(async () => {
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
  })
