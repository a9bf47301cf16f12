import { byService } from '../../../ground/audit/audit-entry'
import type { Config } from '../../../ground/settings'
import type { OpenDatabase } from '../../../ground/db/open-database'

/** The context of an action on the server's console, without a signed-in person. */
export type OnConsole = {
  config: Pick<Config, 'public_url' | 'instance' | 'providers' | 'has_sample_provider'>
  database: OpenDatabase
  now: () => string
  randomBytes: (length: number) => Uint8Array
  /** Wakes the mail delivery when an email is queued; null where another process delivers. */
  mail: { wake: () => void } | null
}

/** The reason in the audit log. */
export const ON_CONSOLE = 'On the server’s console'

/** The author of such a write in audit entries. */
export const consoleWriting = (now: string) => ({ call: byService(now), view: null, reason: ON_CONSOLE })

/** The advice on how to make an administrator on the console. */
export const ADMINISTRATOR_COMMAND = 'npm run administrator -- EMAIL'
