import { FIREFOX } from '../support/firefox'
import { firefoxDevice } from '../support/firefox-device'
import { SCENARIOS } from '../support/scenarios/every-scenario'
import { walkScenarios } from '../support/scenarios/walk-scenarios'

/* The same in another browser. */

walkScenarios({ browser: 'Firefox', makeDevice: firefoxDevice, scenarios: SCENARIOS, isHere: FIREFOX !== null })
