import { byService } from '../../../ground/audit/audit-entry'
import type { Config } from '../../../ground/settings'
import type { OpenDatabase } from '../../../ground/db/open-database'

/** What is done on the server's console by whoever may use it, and nobody signed in to the portal. */
export type OnConsole = {
  config: Pick<Config, 'public_url' | 'instance' | 'providers' | 'has_sample_provider'>
  database: OpenDatabase
  now: () => string
  randomBytes: (length: number) => Uint8Array
  /** Who is woken when an email is queued; null where another process looks for it. */
  mail: { wake: () => void } | null
}

/** How the audit log says so. */
export const ON_CONSOLE = 'On the server’s console'

/** Who writes then, as audit entries have it. */
export const consoleWriting = (now: string) => ({ call: byService(now), view: null, reason: ON_CONSOLE })

/** The line that says how to make an administrator on the console. */
export const HOW_TO_MAKE_ONE = 'npm run administrator -- EMAIL'
