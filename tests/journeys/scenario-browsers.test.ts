import { describe, expect, onTestFailed, onTestFinished } from 'vitest'
import { EVERY_SCENARIO } from '../support/scenarios/every-scenario'
import { TABLET_BROWSERS } from '../support/tablet-browsers'
import { tabletJourneys } from '../support/tablet-journeys'

/* What may befall a tablet on a ward, in each browser, with what came of it counted at the server. */

const test = tabletJourneys()

describe.for(TABLET_BROWSERS)('$browser', ({ browser, isHere }) => {
  for (const { given, when, outcome, walk } of EVERY_SCENARIO) {
    test.skipIf(!isHere)(`given ${given}, when ${when}, then ${outcome}`, async ({ portal, devices }) => {
      onTestFinished(portal.front.heal)
      const device = devices[browser]
      // What it left on the tablet is nothing for the next one.
      onTestFailed(device.scrap)
      const { told, found } = await walk({ portal, device })
      expect(Object.keys(told), 'what is counted').not.toEqual([])
      expect(found).toEqual(told)
    })
  }
})
