import { Button, Collapse, Group, Skeleton, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import {
  IconMailForward,
  IconSearch,
  IconSearchOff,
  IconSpeakerphone,
  IconUserPlus,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { usersQuery } from '../../../../api/user-queries'
import { usersSearch } from '../../people-search'
import { paths } from '../../../../paths'
import { EmptyState } from '../../../../ui/empty-state'
import { LinkButton } from '../../../../ui/link-button'
import { LastPageButton, ListPager, PAST_THE_END } from '../../../../ui/list-pager'
import { NarrowedBy } from '../../../../ui/narrowed-by'
import { PageTitle } from '../../../../ui/page-title'
import { QueryView } from '../../../../ui/query-view'
import { ShowAllButton } from '../../../../ui/show-all-button'
import { ACCOUNT_WORDS, ASSOCIATION_WORDS, INVITE_USERS } from '../user-words'
import { UserFilters } from './user-filters'
import { UserList } from './user-list'

const route = getRouteApi('/signed-in/users/')
type Search = ReturnType<typeof usersSearch.validate>

/** `/users`: the users of the service. Page, size and search are in the address. */
export function UsersScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const shown = usersSearch.read(search)
  const narrowing = namesOf(shown)
  const isNarrowed = shown.q !== '' || narrowing.length > 0
  const [isSearchOpen, setIsSearchOpen] = useState(isNarrowed)
  const users = useQuery({ ...usersQuery(search), placeholderData: keepPreviousData })
  const show = (changes: Partial<Search>, replace = false) =>
    void navigate({ search: (before) => usersSearch.change(before, { page: '1', ...changes }), replace })
  const showAll = () => show({ q: undefined, association: undefined, account: undefined })
  return (
    <>
      <PageTitle
        title="Users"
        actions={
          <UsersActions
            isSearchOpen={isSearchOpen}
            onSearch={() => setIsSearchOpen(!isSearchOpen)}
            invite={<InviteLink search={search} />}
          />
        }
      />
      <Collapse id="users-search" expanded={isSearchOpen} mb="md">
        <UserFilters shown={shown} onShow={show} />
      </Collapse>
      {!isSearchOpen && <NarrowedBy words={shown.q} statuses={narrowing} clear={SHOW_ALL} onClear={showAll} />}
      <QueryView query={users} loading={<UserListSkeleton />}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState
              title="No users found"
              action={
                <>
                  <LastPageButton shown={list} onPage={(page) => show({ page: String(page) })} />
                  {/* While the search is closed, what narrows the list has this button already. */}
                  <ShowAllButton isNarrowed={isSearchOpen && isNarrowed && list.total === 0} onShowAll={showAll}>
                    {SHOW_ALL}
                  </ShowAllButton>
                </>
              }
            >
              {list.total > 0 ? PAST_THE_END : NO_MATCH}
            </EmptyState>
          ) : (
            <>
              <UserList users={list.data} isRefreshing={users.isPlaceholderData} />
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
    </>
  )
}

/** The chosen filters, in words. */
const namesOf = ({ association, account }: ReturnType<typeof usersSearch.read>): string[] =>
  [
    ASSOCIATION_WORDS.find(({ value }) => value === association)?.label,
    ACCOUNT_WORDS.find(({ value }) => value === account)?.label,
  ].filter((label) => label !== undefined)

const SHOW_ALL = 'Show all users'
const NO_MATCH = 'No user matches the search and the filters. Clear them to see every user.'

/** Leads to the invitation of the filtered users. */
function InviteLink({ search }: { search: Search }) {
  const { page: _page, page_size: _page_size, ...narrowed } = search
  return (
    <LinkButton
      {...paths.inviteUsers(narrowed)}
      variant="default"
      leftSection={<IconMailForward size={20} aria-hidden="true" />}
    >
      {INVITE_USERS}
    </LinkButton>
  )
}

type UsersActionsProps = { isSearchOpen: boolean; onSearch: () => void; invite: ReactNode }

function UsersActions({ isSearchOpen, onSearch, invite }: UsersActionsProps) {
  const SearchIcon = isSearchOpen ? IconSearchOff : IconSearch
  return (
    <Group gap="sm">
      <Button
        variant="default"
        aria-expanded={isSearchOpen}
        aria-controls="users-search"
        leftSection={<SearchIcon size={20} aria-hidden="true" />}
        onClick={onSearch}
      >
        Search
      </Button>
      <LinkButton
        {...paths.broadcast()}
        variant="default"
        leftSection={<IconSpeakerphone size={20} aria-hidden="true" />}
      >
        Broadcast
      </LinkButton>
      {invite}
      <LinkButton {...paths.newUsers()} variant="default" leftSection={<IconUsersPlus size={20} aria-hidden="true" />}>
        Create multiple
      </LinkButton>
      <LinkButton {...paths.newUser()} leftSection={<IconUserPlus size={20} aria-hidden="true" />}>
        Create new
      </LinkButton>
    </Group>
  )
}

function UserListSkeleton() {
  return (
    <Stack gap="xs" mt="md" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="3rem" />
      ))}
    </Stack>
  )
}
