import { ERRORS } from '#contract/errors'
import { end, permissionsOf } from '../../server/use-cases/people/permissions/permission-calls'
import * as v from 'valibot'
import type { JourneyPortal } from '../journey-portal'
import { signedInAs } from '../sign-in'
import type { Tablet } from '../tablet'
import { until } from '../until'
import { dumpOf, FLAGGING, flags } from '../ward'
import { losesTheServer, onTheWard, WAITING } from './ground'
import { waitToo } from './many-waiting'
import type { Scenario } from './scenario'

/** More than are sent at once. */
const FLAGS = 6

export const PERMISSION_LOST: Scenario = {
  name: 'permission lost with a queue',
  given: 'flags that wait on a tablet that was switched off',
  when: 'the permission of their author ends, and the tablet is switched on again',
  outcome: 'they come back to her together, the trial leaves the tablet, and none is set',
  walk: async (ground) => {
    const { portal, device } = ground
    const title = `Birch ${crypto.randomUUID()}`
    const { ward, nurse: before, counted } = await onTheWard(ground, FLAGS, { title })
    for (const { path, asks } of LISTS) {
      await before.opens(path)
      const isStored = async () =>
        (await storedScopesWith(before, title)).some((scope) => scope.includes(`/trials?${asks}`))
      await until(`the list of ${path} is kept`, isStored)
    }
    await before.opens(`/trials/${ward.trial_id}/participants`)
    await losesTheServer(ground, before)
    await flags(before, 1, 'Consent form is missing')
    await before.sees(WAITING)
    await waitToo(before, ward.participants.slice(1))
    await device.switchOff()
    await portal.front.comeBack()
    await endsHers(portal, ward.trial_id)

    const asked = portal.front.inflict({ delayed: 0 }, FLAGGING)
    const nurse = await device.switchOn()
    nurse.expectsError(/status of 404/)
    await nurse.opens('/outbox')
    await until('all are refused', () => nurse.isThere('link', `${FLAGS} refused`))
    const refused = { says: `refused: ${ERRORS.not_found.message}`, offers: 'Edit and send again' }
    await until('each says why', async () => (await itemsWith(nurse, refused)) === FLAGS)
    await until('the trial is gone', async () => !(await dumpOf(nurse)).includes(`/api/v1/trials/${ward.trial_id}/`))
    const named = await storedScopesWith(nurse, title)
    if (named.length > 0) throw new Error(`it is still named in ${named.join(', ')}`)
    if ((await dumpOf(nurse)).includes('Consent form is missing')) throw new Error('anybody can read her words')
    if (asked.met() >= FLAGS) throw new Error('each was refused by itself')
    asked.lift()
    // lost-permission covers her decisions about each. The next person has another tablet.
    await device.scrap()
    return { reported: { 'audit: Permission ended': 1 }, counted: await counted() }
  },
}

/** The pages that list the trial, with the query under which a tablet stores each list. */
const LISTS = [
  { path: '/', asks: 'page_size=' },
  { path: '/trials?sort=id&order=desc', asks: 'order=desc' },
] as const

/**
 * The addresses under which the tablet stores answers with this text. Her own acts, which name their trial, stay in the
 * outbox.
 */
const storedScopesWith = async (tablet: Tablet, text: string): Promise<string[]> => {
  const { databases } = v.parse(dump, JSON.parse(await dumpOf(tablet)))
  const rows = databases.flatMap(([name, , storedValue]) => (name === 'equipoise-outbox' ? [] : storedValue))
  return rows.filter((row) => JSON.stringify(row).includes(text)).map(({ scope = '' }) => scope)
}

const dump = v.object({
  databases: v.array(v.tuple([v.string(), v.string(), v.array(v.looseObject({ scope: v.optional(v.string()) }))])),
})

/** The number of flags in the outbox with this text and this button. */
const itemsWith = (nurse: Tablet, wanted: { says: string; offers: string }): Promise<number> =>
  nurse.evaluates((reported) => {
    const { says, offers } = JSON.parse(reported)
    const items = [...document.querySelectorAll('main li')].filter((item) => {
      const buttons = [...item.querySelectorAll('button')].map((button) => button.textContent)
      return (
        item.textContent.includes('Flag participant') && item.textContent.includes(says) && buttons.includes(offers)
      )
    })
    return items.length
  }, JSON.stringify(wanted))

/** The coordinator ends the nurse's permission in the trial. */
const endsHers = async (portal: JourneyPortal, trialId: number): Promise<void> => {
  const nurse = portal.personId('nurse')
  const hers = (await permissionsOf(portal, nurse)).find(({ trial_id }) => trial_id === trialId)
  const { status } = await end(await signedInAs(portal, 'coordinator'), nurse, hers?.id ?? 0)
  if (status !== 204) throw new Error(`her permission was not ended: ${status}`)
}
