import { earlierByMs } from '../../ground/time/clock'
import { findJobs } from '../../ground/db/job-claims'
import { deleteKeysOlderThan } from '../../ground/db/idempotency-keys'
import { deleteTokensBefore } from '../../ground/db/association-tokens'
import { deletePlacesBefore } from '../../ground/db/external-account-places'
import { longestGapMs } from '../../ground/db/recorded-gaps'
import { deleteVisitsBefore } from '../../ground/db/external-account-visits'
import { deleteLinksBefore } from '../../ground/db/external-accounts'
import { deleteRandomisationTestsBefore } from '../../ground/db/randomisation-tests'
import { deleteSimulationsOlderThan } from '../../ground/db/simulations'
import { deleteTriesBefore } from '../../ground/db/throttles'
import { vacuum } from '../../ground/db/vacuum'
import type { ServerContext } from '../../use-cases/call/server-context'
import { PLACE_SECONDS } from '../../use-cases/sign-in/external-accounts/prove-password'
import { TRIES_KEPT_MS } from '../../use-cases/sign-in/external-accounts/throttle'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** How long a key with its effect is stored (src/specification/repetition.md#keys). */
const KEY_LIFE_MS = 90 * DAY_MS

/** How long a simulation with its figures is stored. */
const SIMULATION_LIFE_MS = 30 * DAY_MS

/** How long a randomisation test with its reference set is stored. Its seed stays in the audit log. */
const RANDOMISATION_TEST_LIFE_MS = 90 * DAY_MS

/** How long links to choose a password, and answers about requested accounts, are stored: all have long expired. */
const LINK_LIFE_MS = 90 * DAY_MS

/** How long an invitation to associate an account is stored after it was used, replaced or expired. */
const INVITATION_LIFE_MS = 90 * DAY_MS

/** The least time since the housekeeping before, in milliseconds. */
const A_NIGHT_MS = 20 * HOUR_MS

/**
 * A longer time without any record may be a clock that was moved, in milliseconds. A step that is shorter frees no key that is younger than
 * 60 days.
 */
const MOVED_MS = 30 * DAY_MS

/**
 * The job of the night. A clock that is a year ahead would make every key look expired, and a device that repeats a request under its key
 * would have it done twice. So keys are deleted only where the audit log has no long gap in their whole life: while it has one, the
 * clock may have been moved there, however many nights ago. The rest is deleted a night after another housekeeping too, since it
 * can be made again.
 */
export const keepHouse = async (context: Pick<ServerContext, 'database' | 'now' | 'log'>): Promise<void> => {
  const before = (await findJobs(context.database.queries)).find(({ name }) => name === 'keep_house')?.done_at ?? null
  const now = context.now()
  const age = before === null ? Infinity : Date.parse(now) - Date.parse(before)
  const gap_ms = await longestGapMs(context.database.queries, earlierByMs(now, KEY_LIFE_MS), now)
  const isContinuous = gap_ms <= MOVED_MS
  if (age >= A_NIGHT_MS && (isContinuous || age <= MOVED_MS)) await deleteExpired(context, isContinuous)
  else context.log.info({ before, gap_ms }, 'housekeeping deletes nothing: the clock may have been moved')
}

/** The daily deletion of expired keys, simulations, randomisation tests, attempts, invitations and links; also vacuums the embedded database. */
export const deleteExpired = async (
  { database, now, log }: Pick<ServerContext, 'database' | 'now' | 'log'>,
  withKeys = true,
): Promise<void> => {
  const before = (age: number) => earlierByMs(now(), age)
  const forgotten = withKeys ? await deleteKeysOlderThan(database.queries, before(KEY_LIFE_MS)) : null
  await deleteSimulationsOlderThan(database.queries, before(SIMULATION_LIFE_MS))
  await deleteRandomisationTestsBefore(database.queries, before(RANDOMISATION_TEST_LIFE_MS))
  await deleteTriesBefore(database.queries, before(TRIES_KEPT_MS))
  await deleteLinksBefore(database.queries, before(LINK_LIFE_MS))
  await deleteVisitsBefore(database.queries, before(0))
  await deletePlacesBefore(database.queries, before(PLACE_SECONDS * 1000))
  await deleteTokensBefore(database.queries, before(INVITATION_LIFE_MS))
  await vacuum(database)
  log.info({ forgotten }, 'housekeeping done')
}
