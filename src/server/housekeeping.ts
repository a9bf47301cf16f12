import { forgetKeysOlderThan } from './db/idempotency-keys'
import { tidy } from './db/tidy'
import type { Portal } from './portal'

const DAY_MS = 24 * 60 * 60 * 1000

/** How long a key with its effect is kept (API, Exactly once). */
const KEY_LIFE_MS = 90 * DAY_MS

/** What has to be done once a day: keys whose time is over are forgotten, and the embedded database is tidied. */
export const keepHouse = async ({ database, now, log }: Pick<Portal, 'database' | 'now' | 'log'>): Promise<void> => {
  const forgotten = await forgetKeysOlderThan(database.queries, new Date(Date.parse(now()) - KEY_LIFE_MS).toISOString())
  await tidy(database)
  log.info({ forgotten }, 'housekeeping done')
}

/** Keeps house now and every day while the process lives. A day that fails is logged, and the next one tries again. */
export const keepHouseDaily = (portal: Pick<Portal, 'database' | 'now' | 'log'>): void => {
  const keep = () => {
    keepHouse(portal).catch((error: unknown) => portal.log.error({ error }, 'housekeeping failed'))
  }
  keep()
  setInterval(keep, DAY_MS).unref()
}
