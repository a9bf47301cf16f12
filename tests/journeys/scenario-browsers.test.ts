import { describe, expect, onTestFinished } from 'vitest'
import { TABLET_BROWSERS } from '../support/tablet-browsers'
import { tabletJourneys } from '../support/tablet-journeys'

/* What may befall a tablet on a ward, in each browser, with what came of it counted at the server. */

const test = tabletJourneys()

describe.for(TABLET_BROWSERS)('$browser', ({ browser, isHere, scenarios }) => {
  for (const { given, when, outcome, walk } of scenarios) {
    test.skipIf(!isHere)(`given ${given}, when ${when}, then ${outcome}`, async ({ portal, devices }) => {
      onTestFinished(portal.front.heal)
      const { told, found } = await walk({ portal, device: devices[browser] })
      expect(found).toEqual(told)
    })
  }
})
