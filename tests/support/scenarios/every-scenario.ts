import { ANSWER_LOST } from './answer-lost'
import { BROWSER_ENDS } from './browser-ends'
import { CAPTIVE_PORTAL } from './captive-portal'
import { DEEP_LINKS } from './deep-links'
import { EVERY_FAULT } from './every-fault'
import { MANY_WAITING } from './many-waiting'
import { PACK_ELSEWHERE } from './pack-elsewhere'
import { PERMISSION_LOST } from './permission-lost'
import { isFull } from '../full'
import type { Scenario } from './scenario'
import { SESSION_ENDS } from './session-ends'
import { STORAGE_FAILS } from './storage-fails'
import { UPDATE_WITH_A_QUEUE } from './update-with-a-queue'
import { WIPE_CUT_SHORT } from './wipe-cut-short'
import { WRONG_CLOCK } from './wrong-clock'

/** Every fault of a tablet on a ward. */
const EVERY_SCENARIO: readonly Scenario[] = [
  ...ANSWER_LOST,
  ...BROWSER_ENDS,
  PACK_ELSEWHERE,
  ...SESSION_ENDS,
  ...WIPE_CUT_SHORT,
  PERMISSION_LOST,
  UPDATE_WITH_A_QUEUE,
  ...MANY_WAITING,
  CAPTIVE_PORTAL,
  ...EVERY_FAULT,
  DEEP_LINKS,
  ...STORAGE_FAILS,
  ...WRONG_CLOCK,
]

/** The most important ones. */
export const MAIN_SCENARIOS: readonly Scenario[] = EVERY_SCENARIO.filter(({ mattersMost }) => mattersMost)

/** The scenarios of this run; a full run has all of them. */
export const SCENARIOS: readonly Scenario[] = isFull ? EVERY_SCENARIO : MAIN_SCENARIOS
