import type { ListedUser } from '#contract/users'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, messageOf } from '../../../../api/failure'
import { usersToAddQuery } from '../../../../api/trial-user-queries'

/** How long typing must pause before users are searched, in milliseconds. */
const RESTS_AFTER_MS = 300

export const USER_FIELD_ID = 'user-of-permission'

export type FoundUser = Pick<ListedUser, 'id' | 'name' | 'email'>

type UserFieldProps = {
  trialId: number
  chosen: FoundUser | null
  error: string | undefined
  onChoose: (user: FoundUser | null) => void
}

/** One of the service's users, found while the person types; the server decides which fields match. */
export function UserField({ trialId, chosen, error, onChoose }: UserFieldProps) {
  const [typed, setTyped] = useState('')
  const [rested] = useDebouncedValue(typed, RESTS_AFTER_MS)
  // The name of a chosen person in the field is no search.
  const isChosen = chosen !== null && typed === labelOf(chosen)
  const q = isChosen ? '' : rested.trim()
  const users = useQuery({ ...usersToAddQuery(trialId, q), placeholderData: keepPreviousData })
  const matches: readonly FoundUser[] = users.data?.data ?? []
  const isChosenUnmatched = chosen !== null && !matches.some(({ id }) => id === chosen.id)
  const offered = isChosenUnmatched ? [chosen, ...matches] : matches
  const isSearching = users.isPlaceholderData || users.isPending || rested !== typed
  const failure = failureOf(users.error)
  return (
    <Select
      comboboxProps={{ withinPortal: false }}
      id={USER_FIELD_ID}
      label="User"
      description="Type a name, an ID or a whole email address."
      placeholder="Search for a user"
      required
      searchable
      clearable
      // The open list would lie over the words that a user is required.
      openOnFocus={false}
      value={chosen === null ? null : String(chosen.id)}
      searchValue={typed}
      data={offered.map((user) => ({ value: String(user.id), label: labelOf(user) }))}
      // The server has filtered them already.
      filter={({ options }) => options}
      nothingFoundMessage={isSearching ? 'Searching…' : 'No user matches'}
      error={error ?? (failure === null ? undefined : `The users could not be loaded: ${messageOf(failure)}`)}
      onSearchChange={setTyped}
      onChange={(value) => onChoose(offered.find(({ id }) => String(id) === value) ?? null)}
    />
  )
}

const labelOf = ({ id, name, email }: FoundUser): string =>
  email === undefined ? `${name} (ID ${id})` : `${name} (ID ${id}, ${email})`
