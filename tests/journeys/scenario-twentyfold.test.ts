import { describe } from 'vitest'
import { isFull } from '../support/full'
import { EVERY_SCENARIO } from '../support/scenarios/every-scenario'
import { walkScenarios } from '../support/scenarios/walk-scenarios'
import { TABLET_BROWSERS } from '../support/tablet-browsers'

/* The scenarios that matter most, over and over: what happens once in twenty times is seen too. */

describe.runIf(isFull).each(TABLET_BROWSERS)('$browser', ({ makeDevice, isHere }) => {
  walkScenarios({
    makeDevice,
    scenarios: EVERY_SCENARIO.filter(({ mattersMost }) => mattersMost),
    isHere,
    times: 20,
  })
})
