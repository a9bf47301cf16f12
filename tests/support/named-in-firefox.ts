import { PuppeteerNode } from 'puppeteer-core'
import { encodedName, namedThings } from './in-page'
import type { Role } from './tablet'

/**
 * A selector by a visible role and name. Firefox has one too, but takes seconds to compute the names of a whole page.
 * Chromium uses its own.
 */
export const named = (role: Role, name: string): string => `::-p-named(${encodedName(role, name)})`

PuppeteerNode.registerCustomQueryHandler('named', { queryAll: namedThings })
