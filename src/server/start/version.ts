import { readFile } from 'node:fs/promises'

// oxlint-disable no-underscore-dangle -- the build puts these in the place of names nobody else may have.
declare const __APP_VERSION__: string
declare const __APP_BUILD__: { commit: string | null; committed_at: string | null }

/** The version of the product, from package.json. */
export const readVersion = (): string => __APP_VERSION__

/** The commit that the server was built from, and its time as an instant; null where the build had no git. */
export const readBuild = (): { commit: string | null; committed_at: string | null } => __APP_BUILD__

/** The text of the program that checks ledgers and archives, which lies beside the built app. */
export const readVerifier = (): Promise<string> =>
  readFile(new URL('../client/verify-ledger.mjs', import.meta.url), 'utf8')
