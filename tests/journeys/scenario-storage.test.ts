import { expect } from 'vitest'
import { countEffects } from '../support/effect-count'
import { journeys } from '../support/journey'
import { aWard, flags } from '../support/ward'

/* A tablet with full storage, which only Chromium can simulate. support/scenarios has other faults of the storage. */

const test = journeys('people')

test('given a flag to be set, when the storage is full, then the page says that it is NOT saved, the input stays, and nothing happens', async ({
  arrive,
  portal,
}) => {
  const ward = await aWard(portal)
  const effects = await countEffects(portal, ward)
  const nurse = await arrive({ as: 'nurse', isNew: true })
  const browser = await nurse.context.newCDPSession(nurse.page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: portal.url, quotaSize: 1 })
  await nurse.opens(`/trials/${ward.trial_id}/participants`)
  await flags(nurse, 1, 'Not to be forgotten')
  await nurse.sees(/NOT saved: /)
  expect(await nurse.finds('textbox', 'Comment').inputValue()).toBe('Not to be forgotten')
  expect(await effects()).toEqual({})
})
