import type { FaultKind } from '../fault-proxy'
import { until } from '../until'
import { FLAGGING, flags } from '../ward'
import { onTheWard, settles, WAITING } from './ground'
import { ONE_FLAG, type Scenario } from './scenario'

const SLOW = 'Slow connection'
/** Somebody else answered, so the connection alone does not help. */
const NOT_SENT_YET = 'Not sent yet, see the outbox'
/** Chromium's console messages about a failed request, or one that another device answered. */
const COMPLAINTS = /net::ERR_|responded with a status of/

const FAULTS: { fault: FaultKind; when: string; says: string }[] = [
  { fault: 'question_lost', when: 'the connection is reset before the server hears of it', says: WAITING },
  { fault: 'truncated', when: 'half of the answer comes', says: WAITING },
  { fault: 'black_hole', when: 'nobody ever says anything', says: WAITING },
  { fault: 'captive_portal', when: 'the Wi-Fi answers with a page of its own', says: NOT_SENT_YET },
  { fault: 'redirected', when: 'the Wi-Fi sends it elsewhere', says: NOT_SENT_YET },
  { fault: { status: 404 }, when: 'something between answers 404', says: NOT_SENT_YET },
  { fault: { status: 500 }, when: 'something between answers 500', says: NOT_SENT_YET },
  { fault: { status: 503 }, when: 'nobody is behind the gateway', says: NOT_SENT_YET },
  { fault: { delayed: 3500 }, when: 'it takes long', says: SLOW },
  { fault: { dripped: 3500 }, when: 'the answer trickles in', says: SLOW },
]

/** Every fault of the network during a flag. */
export const EVERY_FAULT: readonly Scenario[] = FAULTS.map(({ fault, when, says }) => ({
  name: `fault: ${when}`,
  given: 'a flag that is set',
  when,
  outcome: `the screen says “${says}”, and it is set once`,
  walk: async (ground) => {
    const { nurse, counted } = await onTheWard(ground)
    nurse.allowsError(COMPLAINTS, 'a slow answer is no failure, nor is a page that the Wi-Fi answers with')
    const inflicted = ground.portal.front.inflict(fault, FLAGGING)
    await flags(nurse, 1, when)
    await nurse.sees(says)
    const dialogs = () => nurse.evaluates((selector) => document.querySelectorAll(selector).length, '[role=dialog]')
    await until('the dialog is gone', async () => (await dialogs()) === 0)
    await until('it is met', () => inflicted.met() > 0)
    // Leaving the page abandons the request.
    await nurse.opens('/outbox')
    inflicted.lift()
    return settles(nurse, ONE_FLAG, counted)
  },
}))
