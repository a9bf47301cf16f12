import { expect } from 'vitest'
import { journeys } from '../support/journey'
import type { Visitor } from '../support/visitor'
import { aWard, dumpOf, NOBODY_ANSWERS, opensWard } from '../support/ward'

/* A tablet that has an answer asks only whether it is unchanged; what it stores is as new as the server's word (decision 0107). */

const test = journeys('people', { hasWorker: true })

/** When the server was last asked for the stored answer at an address. */
const storedAt = async (tablet: Visitor, path: RegExp): Promise<number> => {
  const { databases } = JSON.parse(await dumpOf(tablet))
  const rows: { scope: string; as_of: number }[] = databases.find(
    ([name, table]: string[]) => name === 'equipoise-snapshots' && table === 'snapshots',
  )[2]
  return rows.find(({ scope }) => path.test(scope))?.as_of ?? 0
}

/** The addresses of the API that were answered with 304, the tags that the page has received, and those that it has sent. */
const watched = (tablet: Visitor) => {
  const seen: { unchanged: string[]; received: string[]; sent: string[] } = { unchanged: [], received: [], sent: [] }
  tablet.page.on('response', (response) => {
    if (response.status() === 304) seen.unchanged.push(new URL(response.url()).pathname)
    const tag = response.headers()['etag']
    if (tag !== undefined) seen.received.push(tag)
  })
  tablet.page.on('request', (request) => {
    const tag = request.headers()['if-none-match']
    if (tag !== undefined) seen.sent.push(tag)
  })
  return seen
}

const TRIAL = /^\/api\/v1\/trials\/\d+\?/

test('when the connection is back, unchanged answers are not sent again, and count as new on the tablet', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aWard(portal)
  const nurse = await arrive({ as: 'nurse' })
  await opensWard(nurse, trial_id)
  await expect.poll(() => storedAt(nurse, TRIAL)).toBeGreaterThan(0)
  const before = await storedAt(nurse, TRIAL)
  const seen = watched(nurse)
  nurse.expectsError(NOBODY_ANSWERS)

  await portal.front.goDown()
  await nurse.sees(/Offline · since \d{2}:\d{2}/)
  await portal.front.comeBack()
  await nurse.sees('Online')
  await expect.poll(() => seen.unchanged).toContain(`/api/v1/trials/${trial_id}`)
  await expect.poll(() => storedAt(nurse, TRIAL)).toBeGreaterThan(before)
  await nurse.finds('button', /^(Actions|Flag): participant 1$/).waitFor()

  // Offline again, the page opens from the store, which the server has confirmed.
  await portal.front.goDown()
  await nurse.reloads()
  await nurse.sees(/Last updated/)
  await nurse.finds('button', 'Flag: participant 1').waitFor()
})

test('after a sign-out nothing of the tags is left: the next person at the tablet gets whole answers of their own', async ({
  arrive,
  portal,
}) => {
  const { trial_id } = await aWard(portal)
  const tablet = await arrive({ as: 'nurse' })
  const ofNurse = watched(tablet)
  await opensWard(tablet, trial_id)
  await tablet.signsOut()
  const tagsOfNurse = [...ofNurse.received]
  expect(tagsOfNurse.length).toBeGreaterThan(3)
  expect(await dumpOf(tablet)).not.toContain('"version":"')
  const ofCoordinator = watched(tablet)
  await tablet.signsInAs('coordinator')
  await tablet.seesHeading(/^Welcome/)
  await tablet.opens(`/trials/${trial_id}/participants`)
  await tablet.finds('table', 'Participants').waitFor()
  expect(ofCoordinator.received.length).toBeGreaterThan(3)
  expect(ofCoordinator.sent.filter((tag) => tagsOfNurse.includes(tag))).toEqual([])
})
