import { FIREFOX } from '../support/firefox'
import { firefoxDevice } from '../support/firefox-device'
import { isFull } from '../support/full'
import { EVERY_SCENARIO } from '../support/scenarios/every-scenario'
import { walkScenarios } from '../support/scenarios/walk-scenarios'

/* The scenarios that matter most, in a browser of another make; all of them in the full run. */

walkScenarios({
  makeDevice: firefoxDevice,
  scenarios: EVERY_SCENARIO.filter(({ mattersMost }) => isFull || mattersMost),
  isHere: FIREFOX !== null,
})
