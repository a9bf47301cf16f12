import { canInSystem } from '#domain/people/permissions'
import { EXPORTS } from '#domain/reports/export'
import { Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrangeList } from '../../desk/arrange-list'
import { useArrangedColumns } from '../../desk/arranged-columns'
import { useShownColumns } from '../../desk/use-shown-columns'
import { auditLogQuery, auditLogsQuery } from '../../api/audit-queries'
import { meQuery, systemPermissionQuery } from '../../api/session-queries'
import { auditExport } from '../reports/exports/export-addresses'
import { auditSearch } from './audit-search'
import { ExportMenu } from '../reports/exports/export-menu'
import { ForbiddenState } from '../../ui/forbidden-state'
import { formatNumber } from '../../ui/format-number'
import { ListSkeleton } from '../../ui/list-skeleton'
import { PagedList } from '../../device/offline/paged-list'
import { PageTitle } from '../../ui/page-title'
import { QueryView } from '../../device/offline/query-view'
import { useListSearch } from '../../device/list-search'
import { AuditFilters } from './audit-filters'
import { auditColumns, AuditList } from './audit-list'
import { CheckChains } from './check-chains'

/** The zone of a person who has chosen none: the server reads their days in the same one. */
const FALLBACK_ZONE = 'Etc/UTC'

/** `/audit-logs`: the audit log, for people who may read it. */
export function AuditScreen() {
  const permission = useQuery(systemPermissionQuery)
  return (
    <>
      <PageTitle title="Auditing" />
      <QueryView query={permission} loading={<ListSkeleton columns={COLUMN_COUNT} isBroad />}>
        {(granted) =>
          canInSystem(granted, 'viewAuditLogs') ? (
            <AuditLogs />
          ) : (
            <ForbiddenState>Only system administrators can read the audit log.</ForbiddenState>
          )
        }
      </QueryView>
    </>
  )
}

/** The log with its search. Page, size, search, filters and the unfolded entry are in the address. */
function AuditLogs() {
  const paging = useListSearch(auditSearch)
  const { data: me } = useQuery(meQuery)
  const { open, ...query } = paging.search
  const entries = useQuery({ ...auditLogsQuery(query), placeholderData: keepPreviousData })
  const zone = me?.selected_timezone ?? FALLBACK_ZONE
  const shownColumns = useShownColumns('audit_logs', useArrangedColumns('audit_logs', auditColumns(zone)))
  return (
    <>
      <CheckChains />
      <AuditFilters shown={paging.shown} zone={zone} onShow={paging.show}>
        <ArrangeList list="audit_logs" search={query} columns={auditColumns(zone)} />
      </AuditFilters>
      {entries.data?.data.some(({ id }) => String(id) === open) === false && open !== undefined && (
        <LinkedEntry id={Number(open)} zone={zone} search={paging.search} />
      )}
      <PagedList label="Audit entries" query={entries} paging={paging} none={NONE} columns={COLUMN_COUNT} isBroad>
        {(list) => (
          <>
            <Group justify={list.has_more ? 'space-between' : 'flex-end'} mb="sm">
              {list.has_more && (
                <Text maw="44rem">
                  More than {formatNumber(list.total)} entries match. These are the{' '}
                  {paging.shown.order === 'desc' ? 'newest' : 'oldest'}. Narrow the search to see others, for example by
                  date. An export includes them all.
                </Text>
              )}
              <ExportMenu
                formats={EXPORTS['audit-log'].formats}
                shown={shownColumns}
                addressOf={(chosen) => auditExport(chosen, query)}
              />
            </Group>
            <AuditList entries={list.data} zone={zone} search={paging.search} sorting={paging} />
          </>
        )}
      </PagedList>
    </>
  )
}

type LinkedEntryProps = { id: number; zone: string; search: ReturnType<typeof auditSearch.validate> }

/** The entry of the address where the page of the list lacks it, such as one found by its number. */
function LinkedEntry({ id, zone, search }: LinkedEntryProps) {
  const entry = useQuery(auditLogQuery(id))
  if (entry.data === undefined) return null
  return (
    <section aria-label={`Entry ${id}`}>
      <AuditList entries={[entry.data]} zone={zone} search={search} />
    </section>
  )
}

/** For the skeleton; the details have one, too. */
const COLUMN_COUNT = auditColumns(FALLBACK_ZONE).length + 1

const NO_MATCH = 'No entry that you may read matches. Clear the search to see every entry.'
const NONE = { title: 'No audit entries found', empty: NO_MATCH, narrowed: NO_MATCH }
