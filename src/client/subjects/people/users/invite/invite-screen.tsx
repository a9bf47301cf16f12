import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { usersToInviteQuery } from '../../../../api/user-queries'
import { EmptyState } from '../../../../ui/empty-state'
import { counted, formatNumber } from '../../../../ui/format-number'
import { PageTitle } from '../../../../ui/page-title'
import { QueryView } from '../../../../device/offline/query-view'
import { INVITE_USERS } from '../user-words'
import { InviteUsers } from './invite-users'

const route = getRouteApi('/signed-in/users/invite')

/** `/users/invite`: sends the IdP association email to many of the filtered users. */
export function InviteScreen() {
  const filter = route.useSearch()
  const users = useQuery(usersToInviteQuery(filter))
  return (
    <>
      <PageTitle title={INVITE_USERS} />
      <QueryView query={users} loading={<Skeleton height="20rem" />}>
        {({ users: user, total }) =>
          user.length === 0 ? (
            <EmptyState title="No users found">No user matches the search and the filters.</EmptyState>
          ) : (
            <>
              {user.length < total && (
                <Text mb="md">
                  These are the first {formatNumber(user.length)} of {counted(total, 'user')}. Invite them, then open
                  this page again for the next.
                </Text>
              )}
              <InviteUsers users={user} />
            </>
          )
        }
      </QueryView>
    </>
  )
}
