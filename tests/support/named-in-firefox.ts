import { PuppeteerNode } from 'puppeteer-core'
import { encodedName, namedThings } from './in-page'
import type { Role } from './tablet'

/**
 * A selector of what a person sees under a role and a name. Firefox itself knows them too, but takes seconds to work out the names of a
 * whole page. Chromium is asked by its own knowledge of them.
 */
export const named = (role: Role, name: string): string => `::-p-named(${encodedName(role, name)})`

PuppeteerNode.registerCustomQueryHandler('named', { queryAll: namedThings })
