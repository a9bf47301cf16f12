import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** The version of the product, as package.json has it: two folders above this file and above the built server alike. */
export const readVersion = (): string =>
  v.parse(
    v.object({ version: v.string() }),
    JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
  ).version
