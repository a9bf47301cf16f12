import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const inBuild = (path: string): string => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))

/** The results of `npm run build`: the portal, the portal of the build before, and the server's program. */
export const BUILT_CLIENT = inBuild('client')
export const CLIENT_BEFORE = inBuild('client-before')
export const BUILT_SERVER = inBuild('server/main.js')

/** The hash of the sources of that build: letters and digits. */
export const builtFrom = (): string => readFileSync(inBuild('built-from'), 'utf8')
