import { chromiumDevice } from '../support/chromium-device'
import { SCENARIOS } from '../support/scenarios/every-scenario'
import { walkScenarios } from '../support/scenarios/walk-scenarios'

/* What may befall a tablet on a ward, with what came of it counted at the server. */

walkScenarios({ browser: 'Chromium', makeDevice: chromiumDevice, scenarios: SCENARIOS })
