import { earlierByMs } from '../../ground/time/clock'
import { deleteKeysOlderThan } from '../../ground/db/idempotency-keys'
import { deleteTokensBefore } from '../../ground/db/association-tokens'
import { deletePlacesBefore } from '../../ground/db/external-account-places'
import { deleteVisitsBefore } from '../../ground/db/external-account-visits'
import { deleteLinksBefore } from '../../ground/db/external-accounts'
import { deleteSimulationsOlderThan } from '../../ground/db/simulations'
import { deleteTriesBefore } from '../../ground/db/throttles'
import { vacuum } from '../../ground/db/vacuum'
import type { ServerContext } from '../../use-cases/call/server-context'
import { PLACE_SECONDS } from '../../use-cases/sign-in/external-accounts/prove-password'
import { TRIES_KEPT_MS } from '../../use-cases/sign-in/external-accounts/throttle'

const DAY_MS = 24 * 60 * 60 * 1000

/** How long a key with its effect is stored (src/specification/repetition.md#keys). */
const KEY_LIFE_MS = 90 * DAY_MS

/** How long a simulation with its figures is stored. */
const SIMULATION_LIFE_MS = 30 * DAY_MS

/** How long links to choose a password, and answers about requested accounts, are stored: all have long expired. */
const LINK_LIFE_MS = 90 * DAY_MS

/** How long an invitation to associate an account is stored after it was used, replaced or expired. */
const INVITATION_LIFE_MS = 90 * DAY_MS

/** The daily deletion of expired keys, simulations, attempts, invitations and links; also vacuums the embedded database. */
export const deleteExpired = async ({
  database,
  now,
  log,
}: Pick<ServerContext, 'database' | 'now' | 'log'>): Promise<void> => {
  const before = (age: number) => earlierByMs(now(), age)
  const forgotten = await deleteKeysOlderThan(database.queries, before(KEY_LIFE_MS))
  await deleteSimulationsOlderThan(database.queries, before(SIMULATION_LIFE_MS))
  await deleteTriesBefore(database.queries, before(TRIES_KEPT_MS))
  await deleteLinksBefore(database.queries, before(LINK_LIFE_MS))
  await deleteVisitsBefore(database.queries, before(0))
  await deletePlacesBefore(database.queries, before(PLACE_SECONDS * 1000))
  await deleteTokensBefore(database.queries, before(INVITATION_LIFE_MS))
  await vacuum(database)
  log.info({ forgotten }, 'housekeeping done')
}
