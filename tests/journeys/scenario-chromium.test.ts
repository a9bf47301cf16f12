import { chromiumDevice } from '../support/chromium-device'
import { EVERY_SCENARIO } from '../support/scenarios/every-scenario'
import { walkScenarios } from '../support/scenarios/walk-scenarios'

/* What may befall a tablet on a ward, with what came of it counted at the server. */

walkScenarios({ makeDevice: chromiumDevice, scenarios: EVERY_SCENARIO })
