import { SCENARIOS } from '../support/scenarios/every-scenario'
import { walkScenarios } from '../support/scenarios/walk-scenarios'
import { WEBKIT } from '../support/webkit'
import { webKitDevice } from '../support/webkit-device'

/* The same in WebKit, the browser of every iPad. */

walkScenarios({ browser: 'WebKit', makeDevice: webKitDevice, scenarios: SCENARIOS, isHere: WEBKIT !== null })
