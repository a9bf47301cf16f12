import { existsSync } from 'node:fs'

/**
 * The driver of WebKit that `WEBKIT` names (`npm test` finds or installs one), otherwise Debian's; null where there is
 * none.
 */
export const WEBKIT: string | null =
  [process.env['WEBKIT'] ?? '', '/usr/bin/WebKitWebDriver'].find((path) => existsSync(path)) ?? null
