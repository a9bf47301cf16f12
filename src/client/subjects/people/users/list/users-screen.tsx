import { EXPORTS } from '#domain/reports/export'
import { Button, Collapse, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  IconMailForward,
  IconSearch,
  IconSearchOff,
  IconSpeakerphone,
  IconUserPlus,
  IconUsersPlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ArrangeList } from '../../../../desk/arrange-list'
import { useArrangedColumns } from '../../../../desk/arranged-columns'
import { useShownColumns } from '../../../../desk/use-shown-columns'
import { usersQuery } from '../../../../api/user-queries'
import { usersSearch } from '../../people-search'
import { paths } from '../../../../paths'
import { LinkButton } from '../../../../ui/link-button'
import { NarrowedBy } from '../../../../ui/narrowed-by'
import { PagedList } from '../../../../device/offline/paged-list'
import { PageTitle } from '../../../../ui/page-title'
import { RecordList } from '../../../../ui/record-list'
import { useListSearch } from '../../../../device/list-search'
import { ACCOUNT_WORDS, ASSOCIATION_WORDS, INVITE_USERS } from '../user-words'
import { USER_COLUMNS } from './user-columns'
import { UserFilters } from './user-filters'
import { usersExport } from '../../../reports/exports/export-addresses'
import { ExportMenu } from '../../../reports/exports/export-menu'

/** `/users`: the users of the service. Page, size and search are in the address. */
export function UsersScreen() {
  const paging = useListSearch(usersSearch)
  const { search, shown, isNarrowed, show, showAll } = paging
  const columns = useArrangedColumns('users', USER_COLUMNS)
  const shownColumns = useShownColumns('users', columns)
  const [isSearchOpen, searchFields] = useDisclosure(isNarrowed)
  const users = useQuery({ ...usersQuery(search), placeholderData: keepPreviousData })
  return (
    <>
      <PageTitle
        title="Users"
        actions={
          <UsersActions
            isSearchOpen={isSearchOpen}
            onSearch={searchFields.toggle}
            arrange={
              <>
                <ArrangeList list="users" search={search} columns={USER_COLUMNS} />
                <ExportMenu
                  formats={EXPORTS.users.formats}
                  shown={shownColumns}
                  addressOf={(chosen) => usersExport(chosen, search)}
                />
              </>
            }
            invite={<InviteLink search={search} />}
          />
        }
      />
      <Collapse id="users-search" expanded={isSearchOpen} mb="md">
        <UserFilters shown={shown} onShow={show} />
      </Collapse>
      {!isSearchOpen && <NarrowedBy words={shown.q} statuses={namesOf(shown)} clear={SHOW_ALL} onClear={showAll} />}
      <PagedList
        label="Users"
        query={users}
        paging={paging}
        // While the search is closed, `NarrowedBy` has the button already.
        none={{ ...NONE, showAll: isSearchOpen ? SHOW_ALL : undefined }}
        columns={columns.length}
        isBroad
      >
        {({ data }) => (
          <RecordList label="Users" rows={data} keyOf={({ id }) => id} columns={columns} sorting={paging} isBroad />
        )}
      </PagedList>
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
const NONE = { title: 'No users found', empty: NO_MATCH, narrowed: NO_MATCH }

/** Leads to the invitation of the filtered users. */
function InviteLink({ search }: { search: ReturnType<typeof usersSearch.validate> }) {
  const { page: _page, page_size: _page_size, sort: _sort, order: _order, ...narrowed } = search
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

type UsersActionsProps = { isSearchOpen: boolean; onSearch: () => void; arrange: ReactNode; invite: ReactNode }

function UsersActions({ isSearchOpen, onSearch, arrange, invite }: UsersActionsProps) {
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
      {arrange}
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
