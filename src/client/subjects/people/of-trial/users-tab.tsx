import { can } from '#domain/people/permissions'
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { IconUserPlus, IconUsersPlus } from '@tabler/icons-react'
import { trialUsersQuery } from '../../../api/trial-user-queries'
import { trialUsersSearch } from '../people-search'
import { paths } from '../../../paths'
import { EmptyState } from '../../../ui/empty-state'
import { LinkButton } from '../../../ui/link-button'
import { LastPageButton, ListPager, PAST_THE_END } from '../../../ui/list-pager'
import { QueryView } from '../../../ui/query-view'
import { SearchField } from '../../../ui/search-field'
import { ShowAllButton } from '../../../ui/show-all-button'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { TrialUserDialog } from './list/trial-user-dialog'
import { TrialUserList } from './list/trial-user-list'
import { useChosenUser } from './list/use-chosen-user'
import { userMenuId } from './list/user-menu'
import { ADD_MULTIPLE_USERS, ADD_USER } from './trial-user-words'

const route = getRouteApi('/signed-in/trials/$trialId/tabs/users')
type Search = ReturnType<typeof trialUsersSearch.validate>

/** `/trials/{id}/users`: who has which permission in the trial. Page, size and search are in the address. */
export function UsersTab() {
  const { trial, permission } = useTrialPage()
  const mayManage = can(permission, 'manageTrialUsers')
  const addressSearch = route.useSearch()
  // A person who may only look has no search field, so no search may narrow their list.
  const search = mayManage ? addressSearch : trialUsersSearch.change(addressSearch, { name: '' })
  const navigate = route.useNavigate()
  const { name } = trialUsersSearch.read(search)
  const choice = useChosenUser()
  const users = useQuery({ ...trialUsersQuery(trial.id, search), placeholderData: keepPreviousData })
  const show = (changes: Partial<Search>, replace = false) =>
    void navigate({ search: (before) => trialUsersSearch.change(before, { page: '1', ...changes }), replace })
  return (
    <>
      <TabHeading actions={mayManage && <AddButtons />}>User Permissions</TabHeading>
      {mayManage ? (
        <Box mb="md">
          <SearchField
            label="Search"
            placeholder="Enter name..."
            value={name}
            onSearch={(text) => show({ name: text }, true)}
          />
        </Box>
      ) : (
        <Text mb="md">Only trial administrators can change permissions.</Text>
      )}
      <QueryView query={users} loading={<UsersSkeleton />}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState
              title="No users found"
              action={
                <>
                  <LastPageButton shown={list} onPage={(page) => show({ page: String(page) })} />
                  <ShowAllButton
                    isNarrowed={name !== '' && list.total === 0}
                    onShowAll={() => show({ name: undefined })}
                  >
                    Show all users
                  </ShowAllButton>
                </>
              }
            >
              {whyNone(name !== '', list.total > 0)}
            </EmptyState>
          ) : (
            <>
              <TrialUserList users={list.data} isRefreshing={users.isPlaceholderData} onChoose={choice.choose} />
              <ListPager
                label="Users"
                shown={list}
                onPage={(page) => show({ page: String(page) })}
                onPageSize={(size) => show({ page_size: String(size) })}
              />
            </>
          )
        }
      </QueryView>
      <TrialUserDialog choice={choice} onClosed={({ user }) => focusOn(userMenuId(user.id), 'tab-heading')} />
    </>
  )
}

function AddButtons() {
  const { trial, permission } = useTrialPage()
  return (
    <Group gap="sm">
      {can(permission, 'importTrialUsers') && (
        <LinkButton
          {...paths.importTrialUsers(trial.id)}
          variant="default"
          leftSection={<IconUsersPlus size={20} aria-hidden="true" />}
        >
          {ADD_MULTIPLE_USERS}
        </LinkButton>
      )}
      <LinkButton {...paths.addTrialUser(trial.id)} leftSection={<IconUserPlus size={20} aria-hidden="true" />}>
        {ADD_USER}
      </LinkButton>
    </Group>
  )
}

/** The first of these that is there: a user whose last permission was deleted has left the list. */
const focusOn = (...ids: readonly string[]) =>
  ids
    .map((id) => document.getElementById(id))
    .find((element) => element !== null)
    ?.focus({ preventScroll: true })

const whyNone = (isNarrowed: boolean, isPastEnd: boolean): string => {
  if (isPastEnd) return PAST_THE_END
  return isNarrowed
    ? 'No user of this trial has this name. Clear the search to see them all.'
    : 'Users appear here once they have been added to the trial.'
}

function UsersSkeleton() {
  return (
    <Stack gap="xs" mt="md" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="3.5rem" />
      ))}
    </Stack>
  )
}
