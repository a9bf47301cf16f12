import type { Participant } from '#contract/participants'
import { expect } from 'vitest'
import type { TrialOverrides } from './a-trial'
import { drawnAt } from './participant-actions'
import type { TestPortal } from './portal'
import { packTrial, type PackTrial } from './study-packs'
import type { Visitor } from './visitor'

/** The three digits on every label of these tests. */
export const CODE = '042'

/**
 * A trial that asks for the digits. It has packs of both groups at both sites, enough for as many participants as there
 * are letters.
 */
export const dispensingTrial = async (world: TestPortal, overrides: TrialOverrides = {}): Promise<PackTrial> => {
  const trial = await packTrial(world, { is_confirmable: true, ...overrides })
  for (const [index, site] of trial.sites.entries()) {
    for (const [group, { id }] of trial.study_groups.entries()) {
      for (let number = 0; number < 6; number += 1) {
        // Neither the id nor the order reveals the group.
        const pack_id = `A-${10_000 + index * 5000 + (((number * 2 + group) * 7919) % 4999)}`
        await trial.pack('active', {
          pack_id,
          batch_id: 'B7',
          site_id: site.id,
          study_group_id: id,
          confirmation_code: CODE,
          expire_on: '2099-12-31',
        })
      }
    }
  }
  return trial
}

export type Served = Participant & { trial_id: number; pack: { id: number; pack_id: string } }

/** Randomises a participant at a site of the trial, given by its place. Returns them with their pack. */
export const servedAt = async (trial: PackTrial, site = 0): Promise<Served> => {
  const drawn = await drawnAt(site === 0 ? trial.people.pharmacist : trial.people['blinded-nurse'], trial, site)
  if (drawn.study_pack === null) throw new Error('nobody got a pack')
  return { ...drawn, pack: drawn.study_pack }
}

/** Changes a pack in the database, as time or other people would. */
export const alter = async (
  { database }: TestPortal,
  id: number,
  change: Partial<{ expire_on: string; study_pack_status_id: number }>,
): Promise<void> => {
  await database.queries.updateTable('study_packs').set(change).where('id', '=', id).execute()
}

/** Opens the scanner with the app stored on the tablet, and waits until the data for offline use are saved. */
export const opensDispensary = async (who: Visitor, trialId: number): Promise<void> => {
  await who.opens(`/trials/${trialId}/study-packs/dispense`)
  await who.reloadsFromTheDevice()
  await who.seesHeading('Scan the pack')
  const trial = `/api/v1/trials/${trialId}`
  const scopes = [`${trial}?`, `${trial}/study-packs?`, `${trial}/participants/snapshot?`]
  await expect.poll(() => storedScopes(who)).toEqual(expect.arrayContaining(scopes))
}

const storedScopes = (who: Visitor): Promise<IDBValidKey[]> =>
  who.page.evaluate(
    () =>
      new Promise<IDBValidKey[]>((resolve) => {
        const opening = indexedDB.open('equipoise-snapshots')
        opening.addEventListener('success', () => {
          const { result } = opening
          const reading = result.transaction('snapshots').objectStore('snapshots').getAllKeys()
          reading.addEventListener('success', () => {
            result.close()
            resolve(reading.result)
          })
        })
      }),
  )

/** Makes all stored answers on the tablet older by this many milliseconds. */
export const agesBy = (who: Visitor, milliseconds: number): Promise<void> =>
  who.page.evaluate(
    (older) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('equipoise-snapshots')
        opening.addEventListener('success', () => {
          const { result } = opening
          const writing = result.transaction('snapshots', 'readwrite')
          const walking = writing.objectStore('snapshots').openCursor()
          walking.addEventListener('success', () => {
            const cursor = walking.result
            if (cursor === null) return
            cursor.update({ ...cursor.value, as_of: cursor.value.as_of - older })
            cursor.continue()
          })
          writing.addEventListener('complete', () => {
            result.close()
            resolve()
          })
        })
      }),
    milliseconds,
  )

/** Types the id of a pack, as a person without a scanner does. */
export const typesPack = async (who: Visitor, packId: string) => {
  await who.page.getByLabel('Or type the pack ID').fill(packId)
  await who.presses('Find the pack')
}

/**
 * A scanner that works as a keyboard: faster than any person types, ended by Enter. Its events have the times of the
 * scan, however busy the machine is.
 */
export const scans = async (who: Visitor, text: string) => {
  const keyboard = await who.context.newCDPSession(who.page)
  const began = Date.now()
  const pressed = [...text.split('').map((key) => ({ key, text: key })), { key: 'Enter', text: '\r' }]
  const strokes = pressed.flatMap((key, index) => {
    const timestamp = (began + index * SCANNER_MS) / 1000
    return [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key }),
    ]
  })
  await Promise.all(strokes)
  await keyboard.detach()
}

/** The time from one key of a scan to the next, in milliseconds. */
const SCANNER_MS = 5

/** Types the three digits of a label. */
export const typesCode = (who: Visitor, code: string) => who.page.getByLabel('Three digits on the label').fill(code)

/** The number of log entries that say a pack was dispensed. */
export const timesDispensed = async ({ database }: TestPortal, id: number): Promise<number> => {
  const { queries } = database
  const logs = queries.selectFrom('study_pack_logs').select('id').where('study_pack_id', '=', id)
  return (await logs.where('action', '=', 'dispense').execute()).length
}
