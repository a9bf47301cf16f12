import { isFull } from '../support/full'
import { MAIN_SCENARIOS } from '../support/scenarios/every-scenario'
import { walkScenarios } from '../support/scenarios/walk-scenarios'
import { TABLET_BROWSERS } from '../support/tablet-browsers'

/* The most important scenarios, repeated: they also find a failure that happens once in twenty times. */

for (const { browser, makeDevice, isHere } of TABLET_BROWSERS) {
  walkScenarios({ browser, makeDevice, scenarios: MAIN_SCENARIOS, isHere: isHere && isFull, times: 20 })
}
