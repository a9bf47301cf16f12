import { chromiumDevice } from '../support/chromium-device'
import { SCENARIOS } from '../support/scenarios/every-scenario'
import { walkScenarios } from '../support/scenarios/walk-scenarios'

/* Faults of a tablet on a ward; the effects are counted at the server. */

walkScenarios({ browser: 'Chromium', makeDevice: chromiumDevice, scenarios: SCENARIOS })
