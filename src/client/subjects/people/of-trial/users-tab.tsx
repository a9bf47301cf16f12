import { can } from '#domain/people/permissions'
import { Box, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconUserPlus, IconUsersPlus } from '@tabler/icons-react'
import { trialUsersQuery } from '../../../api/trial-user-queries'
import { trialUsersSearch } from '../people-search'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { PagedList } from '../../../device/offline/paged-list'
import { listedColumns } from '../../../ui/record-column'
import { SearchField } from '../../../ui/search-field'
import { useListSearch } from '../../../device/list-search'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { TrialUserDialog } from './list/trial-user-dialog'
import { trialUserColumns, TrialUserList } from './list/trial-user-list'
import { useChosen } from '../../../action/use-chosen'
import type { ChosenUser } from './list/user-menu'
import { userMenuId } from './list/user-menu'
import { ADD_MULTIPLE_USERS, ADD_USER } from './trial-user-words'
import { focusFirst } from '../../../ui/focus-first'

/** `/trials/{id}/users`: the permissions in the trial. Page, size and search are in the address. */
export function UsersTab() {
  const { trial, permission } = useTrialPage()
  const mayManage = can(permission, 'manageTrialUsers')
  // Without a search field, no search of the address may narrow the list.
  const paging = useListSearch(trialUsersSearch, (search) =>
    mayManage ? search : trialUsersSearch.change(search, { name: '' }),
  )
  const choice = useChosen<ChosenUser>()
  const users = useQuery({ ...trialUsersQuery(trial.id, paging.search), placeholderData: keepPreviousData })
  return (
    <>
      <TabHeading actions={mayManage && <AddButtons />}>User Permissions</TabHeading>
      {mayManage ? (
        <Box mb="md">
          <SearchField
            label="Search"
            placeholder="Enter name..."
            value={paging.shown.name}
            onSearch={(name) => paging.show({ name }, true)}
          />
        </Box>
      ) : (
        <Text mb="md">Only trial administrators can change permissions.</Text>
      )}
      <PagedList label="Users" query={users} paging={paging} none={NONE} columns={COLUMN_COUNT}>
        {({ data }) => <TrialUserList users={data} onChoose={choice.choose} />}
      </PagedList>
      <TrialUserDialog
        choice={choice}
        users={users.data?.data ?? []}
        onClosed={({ user }) => focusFirst(userMenuId(user.id), 'tab-heading')}
      />
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

/** For the skeleton: that of the accounts is seldom there, and the actions have one, too. */
const COLUMN_COUNT = listedColumns(trialUserColumns(undefined, [])).length + 1

const NONE = {
  title: 'No users found',
  empty: 'Users appear here once they have been added to the trial.',
  narrowed: 'No user of this trial has this name. Clear the search to see them all.',
  showAll: 'Show all users',
}
