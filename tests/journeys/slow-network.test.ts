import { describe, expect } from 'vitest'
import { dispensingTrial, servedAt } from '../support/dispensing'
import { journeys } from '../support/journey'
import { waitsForStored } from '../support/ward'

/*
 * A slow network: every answer takes longer than the app waits before it shows stored data, and is received in the end.
 */

const test = journeys('people')

const SLOW = { delayed: 1800 } as const
const READS = { method: 'GET', path: /^\/api\// } as const
const LAST_UPDATED = /Last updated \d{2}:\d{2}/

describe.for([
  { says: 'with a worker', hasWorker: true },
  { says: 'without a worker', hasWorker: false },
])('$says', ({ hasWorker }) => {
  test('stored content is shown first, is replaced by the server’s answer, and is not requested again and again', async ({
    arrive,
    portal,
  }) => {
    const trial = await dispensingTrial(portal)
    const { pack } = await servedAt(trial)
    const list = `/trials/${trial.trial_id}/study-packs`
    const pharmacist = await arrive({ as: 'pharmacist', hasWorker })
    await pharmacist.opens(list)
    if (hasWorker) await pharmacist.reloadsFromTheDevice()
    await pharmacist.sees(pack.pack_id)
    await waitsForStored(pharmacist, trial.trial_id)
    await waitsForStored(pharmacist, trial.trial_id, 'study-packs')

    const lists = portal.front.inflict(SLOW, { method: 'GET', path: /\/study-packs$/ })
    const rest = portal.front.inflict(SLOW, READS)
    await pharmacist.reloads()
    await pharmacist.sees(LAST_UPDATED)
    await pharmacist.sees(pack.pack_id)
    await pharmacist.finds('button', 'Manage multiple packs').waitFor()
    await pharmacist.seesNot(LAST_UPDATED)
    // Twice where the stored page had already begun to request it.
    expect([1, 2]).toContain(lists.met())

    await pharmacist.presses('Participants', 'link')
    await pharmacist.finds('table', 'Participants').waitFor()
    await pharmacist.presses('Study Packs', 'link')
    await pharmacist.finds('button', 'Manage multiple packs').waitFor()
    const requests = lists.met() + rest.met()
    await pharmacist.page.waitForLoadState('networkidle')
    expect(lists.met() + rest.met()).toBe(requests)
  })
})
