import type { Me } from '#contract/session'
import type { StartPage } from '#domain/desk/display-settings'
import { isSystemUser } from '#domain/people/permissions'
import { paths } from '../paths'

type Offered = { value: StartPage; label: string; address: string; isFor: (maxLevel: number) => boolean }

const everybody = () => true

const PAGES: readonly Offered[] = [
  { value: 'home', label: 'Home', address: paths.home().to, isFor: everybody },
  { value: 'trials', label: 'Trials', address: paths.trials().to, isFor: everybody },
  { value: 'reports', label: 'Reports', address: paths.reports().to, isFor: isSystemUser },
  { value: 'users', label: 'Users', address: paths.users().to, isFor: isSystemUser },
  { value: 'audit_logs', label: 'Auditing', address: paths.auditLogs().to, isFor: isSystemUser },
]

/** The start pages offered to this person. */
export const offeredStartPages = ({ max_level }: Pick<Me, 'max_level'>): readonly Offered[] =>
  PAGES.filter(({ isFor }) => isFor(max_level))

/** The address of the page with which this person begins; home where they lost the right to the chosen one. */
export const startAddress = (me: Pick<Me, 'max_level' | 'display'>): string =>
  offeredStartPages(me).find(({ value }) => value === me.display?.start_page)?.address ?? paths.home().to
