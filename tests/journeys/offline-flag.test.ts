import { ERRORS } from '#contract/errors'
import { expect } from 'vitest'
import { WILL_BE_SENT } from '../../src/client/safety-words'
import { flag } from '../support/flag'
import { journeys } from '../support/journey'
import { signedInAs } from '../support/sign-in'
import { aWard, flags, flagsOf, NOBODY_ANSWERS, opensWard } from '../support/ward'

/*
 * A flag on a ward whose Wi-Fi fails repeatedly, and a person's decisions about it. support/scenarios checks that no
 * flag is lost or set twice.
 */

const test = journeys('people', { hasWorker: true })

test('a flag that another person set meanwhile is refused in the outbox, with the server’s words, and is closed with its comment', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const [first = { id: 0, trial_id: 0 }] = ward.participants
  const nurse = await arrive({ as: 'nurse' })
  await opensWard(nurse, ward.trial_id)
  nurse.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await nurse.reloads()
  await nurse.sees(/Offline · since \d{2}:\d{2}/)
  await flags(nurse, 1, 'Later')
  await nurse.sees(WILL_BE_SENT)
  await nurse.losesTheNetwork()
  await portal.front.comeBack()
  await flag(await signedInAs(portal, 'monitor'), ward, first, { comment: 'Sooner' })
  nurse.expectsError(/status of 409/)
  await nurse.findsTheNetworkAgain()
  await nurse.finds('link', '1 refused').click()
  await nurse.sees(/refused: /)
  await nurse.sees(new RegExp(ERRORS.flag_state_unchanged.message))
  expect(await nurse.finds('button', /^Edit and send again/).count()).toBe(0)
  await nurse.presses('Close this action')
  await nurse.sees('Nothing is waiting')
  await nurse.sees(/someone else did it first\. Your comment: Later/)
  expect(await flagsOf(portal, first)).toBe(1)
})
