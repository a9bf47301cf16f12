import type { ServerAction } from './offline-reasons'

/** The server action that a page at this path needs; null where a device stores its content. */
export const actionOfPage = (pathname: string): ServerAction | null =>
  PAGES.find(([pattern]) => pattern.test(pathname))?.[1] ?? null

/** The first match counts. */
const PAGES: readonly (readonly [pattern: RegExp, act: ServerAction])[] = [
  [/^\/trials\/new$/, 'createTrial'],
  [/^\/trials\/\d+$/, 'viewFigures'],
  [/^\/trials\/\d+\/participants\/new$/, 'randomise'],
  [/^\/trials\/\d+\/participants\/\d+$/, 'viewRecord'],
  [/^\/trials\/\d+\/study-packs\/import$/, 'importPacks'],
  [/^\/trials\/\d+\/study-packs\/label-generator$/, 'makeLabels'],
  [/^\/trials\/\d+\/study-packs\/\d+$/, 'viewRecord'],
  [/^\/trials\/\d+\/messages$/, 'viewMessages'],
  [/^\/trials\/\d+\/settings$/, 'changeSettings'],
  [/^\/trials\/\d+\/proof$/, 'viewProof'],
  [/\/users\/new\/multiple$/, 'importUsers'],
  [/^\/users\/broadcast$/, 'broadcast'],
  [/^(\/trials\/\d+)?\/users(\/|$)/, 'manageUsers'],
  [/^(\/trials\/\d+)?\/reports(\/|$)/, 'makeReports'],
  [/^\/audit-logs$/, 'viewAuditLog'],
  [/^\/user-profile$/, 'changeProfile'],
  [/^\/simulation$/, 'simulate'],
]
