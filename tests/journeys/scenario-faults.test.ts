import { expect } from 'vitest'
import { countEffects } from '../support/effect-count'
import type { FaultKind } from '../support/fault-proxy'
import { journeys } from '../support/journey'
import { aWard, FLAGGING, flags } from '../support/ward'

/* Whatever befalls a flag on its way: it waits on the tablet, in words, and is set once. */

const test = journeys('people')

const WAITING = 'Will be sent when online'
/** What Chromium says on its console of a request that came to nothing. */
const CUT = /net::ERR_/
const ANSWERED = /responded with a status of/

type Row = { fault: FaultKind; when: string; says: string; complains?: RegExp }

const ROWS: Row[] = [
  {
    fault: 'question_lost',
    when: 'the connection is reset before the server hears of it',
    says: WAITING,
    complains: CUT,
  },
  { fault: 'truncated', when: 'half of the answer comes', says: WAITING, complains: CUT },
  { fault: 'black_hole', when: 'nobody ever says anything', says: WAITING },
  { fault: 'captive_portal', when: 'the Wi-Fi answers with a page of its own', says: WAITING },
  { fault: 'redirected', when: 'the Wi-Fi sends it elsewhere', says: WAITING },
  { fault: { status: 404 }, when: 'something between answers 404', says: WAITING, complains: ANSWERED },
  { fault: { status: 500 }, when: 'something between answers 500', says: WAITING, complains: ANSWERED },
  { fault: { status: 503 }, when: 'nobody is behind the gateway', says: WAITING, complains: ANSWERED },
  { fault: { delayed: 3500 }, when: 'it takes long', says: 'Slow connection' },
  { fault: { dripped: 3500 }, when: 'the answer trickles in', says: 'Slow connection' },
]

for (const { fault, when, says, complains } of ROWS) {
  test(`given a flag that is set, when ${when}, then the screen says “${says}”, and it is set once`, async ({
    arrive,
    portal,
  }) => {
    const ward = await aWard(portal)
    const effects = await countEffects(portal, ward)
    const nurse = await arrive({ as: 'nurse' })
    await nurse.opens(`/trials/${ward.trial_id}/participants`)
    if (complains) nurse.expectsError(complains)
    // What was sent again into a hole is found dead when the hole is gone.
    nurse.allowsError(CUT)
    const inflicted = portal.front.inflict(fault, FLAGGING)
    await flags(nurse, 1, when)
    await nurse.sees(says)
    await nurse.page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(inflicted.met()).toBeGreaterThan(0)
    // What is still under way is given up with the page.
    await nurse.opens('/outbox')
    inflicted.lift()
    await nurse.sees(/confirmed by the server/)
    await nurse.sees('Nothing is waiting')
    expect(await effects()).toEqual({ flagged: 1, 'audit: Participant flagged': 1 })
  })
}
