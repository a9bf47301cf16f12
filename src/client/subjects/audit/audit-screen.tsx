import { canInSystem } from '#domain/people/permissions'
import { EXPORTS } from '#domain/reports/export'
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { auditLogsQuery } from '../../api/audit-queries'
import { meQuery, systemPermissionQuery } from '../../api/session-queries'
import { auditExport } from '../../api/export-queries'
import { auditSearch } from './audit-search'
import { ExportMenu } from '../reports/exports/export-menu'
import { EmptyState } from '../../ui/empty-state'
import { ForbiddenState } from '../../ui/forbidden-state'
import { formatNumber } from '../../ui/format-number'
import { LastPageButton, ListPager, PAST_THE_END } from '../../ui/list-pager'
import { PageTitle } from '../../ui/page-title'
import { QueryView } from '../../ui/query-view'
import { AuditFilters } from './audit-filters'
import { AuditList } from './audit-list'
import { CheckChains } from './check-chains'

const route = getRouteApi('/signed-in/audit-logs')
type Search = ReturnType<typeof auditSearch.validate>

/** The zone of a person who has chosen none: the server reads their days in the same one. */
const FALLBACK_ZONE = 'Etc/UTC'

/** `/audit-logs`: what was done, for those who may read it. */
export function AuditScreen() {
  const permission = useQuery(systemPermissionQuery)
  return (
    <>
      <PageTitle title="Auditing" />
      <QueryView query={permission} loading={<AuditSkeleton />}>
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

/** The log with its search. Page, size, search, filters and the entry that is unfolded are in the address. */
function AuditLogs() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: me } = useQuery(meQuery)
  const { open, ...query } = search
  const entries = useQuery({ ...auditLogsQuery(query), placeholderData: keepPreviousData })
  const zone = me?.selected_timezone ?? FALLBACK_ZONE
  const show = (changes: Partial<Search>) =>
    void navigate({ search: (before) => auditSearch.change(before, { page: '1', open: undefined, ...changes }) })
  return (
    <>
      <CheckChains />
      <AuditFilters shown={auditSearch.read(search)} zone={zone} onShow={show} />
      <QueryView query={entries} loading={<AuditSkeleton />}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState
              title="No audit entries found"
              action={<LastPageButton shown={list} onPage={(page) => show({ page: String(page) })} />}
            >
              {list.total > 0
                ? PAST_THE_END
                : 'No entry that you may read matches. Clear the search to see every entry.'}
            </EmptyState>
          ) : (
            <>
              <Group justify={list.has_more ? 'space-between' : 'flex-end'} mb="sm">
                {list.has_more && (
                  <Text maw="44rem">
                    More than {formatNumber(list.total)} entries match. These are the newest. Narrow the search to see
                    others, for example by date. An export includes them all.
                  </Text>
                )}
                <ExportMenu formats={EXPORTS['audit-log'].formats} addressOf={(format) => auditExport(format, query)} />
              </Group>
              <AuditList
                entries={list.data}
                zone={zone}
                openId={open === undefined ? null : Number(open)}
                isRefreshing={entries.isPlaceholderData}
              />
              <ListPager
                label="Audit entries"
                shown={list}
                onPage={(page) => show({ page: String(page) })}
                onPageSize={(size) => show({ page_size: String(size) })}
              />
            </>
          )
        }
      </QueryView>
    </>
  )
}

function AuditSkeleton() {
  return (
    <Stack gap="xs" mt="md" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="3rem" />
      ))}
    </Stack>
  )
}
