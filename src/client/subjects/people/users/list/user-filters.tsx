import { NativeSelect } from '@mantine/core'
import type { usersSearch } from '../../people-search'
import { SearchField } from '../../../../ui/search-field'
import { ACCOUNT_WORDS, ASSOCIATION_WORDS } from '../user-words'
import classes from './user-filters.module.css'

type UserFiltersProps = {
  shown: ReturnType<typeof usersSearch.read>
  /** Shows the list with these changes; `replace` adds no history entry for each typed letter. */
  onShow: (changes: ReturnType<typeof usersSearch.validate>, replace?: boolean) => void
}

/** Filters the users by text, by whether they have an account to sign in with, and by whether they may sign in. */
export function UserFilters({ shown, onShow }: UserFiltersProps) {
  return (
    <div className={classes['tools']}>
      <SearchField
        label="Search"
        placeholder="Enter name, email address or ID..."
        value={shown.q}
        onSearch={(q) => onShow({ q }, true)}
      />
      <NativeSelect
        label="IdP association"
        value={shown.association ?? ''}
        data={[ALL, ...ASSOCIATION_WORDS]}
        onChange={({ currentTarget: { value } }) =>
          onShow({ association: ASSOCIATION_WORDS.find((one) => one.value === value)?.value })
        }
      />
      <NativeSelect
        label="Account"
        value={shown.account ?? ''}
        data={[ALL, ...ACCOUNT_WORDS]}
        onChange={({ currentTarget: { value } }) =>
          onShow({ account: ACCOUNT_WORDS.find((one) => one.value === value)?.value })
        }
      />
    </div>
  )
}

const ALL = { value: '', label: 'All' }
