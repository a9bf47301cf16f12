import { canInSystem } from '#domain/people/permissions'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { systemPermissionQuery } from '../../../api/session-queries'
import { ForbiddenState } from '../../../ui/forbidden-state'
import { PageTitle } from '../../../ui/page-title'
import { QueryView } from '../../../device/offline/query-view'

/** Everything below `/users`: for people who manage the users of the service. */
export function UsersLayout() {
  const permission = useQuery(systemPermissionQuery)
  return (
    <QueryView query={permission} loading={<Skeleton height="2.25rem" width="12rem" />}>
      {(granted) => (canInSystem(granted, 'manageUsers') ? <Outlet /> : <NotPermitted />)}
    </QueryView>
  )
}

function NotPermitted() {
  return (
    <>
      <PageTitle title="Users" />
      <ForbiddenState>Only system administrators can manage the users of the service.</ForbiddenState>
    </>
  )
}
