import { api } from '#contract/api'
import type { RowFault } from '#contract/problem'
import type { NewUser } from '#contract/user-accounts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usersPreviewQuery } from '../../../../api/user-queries'
import { refusedRows } from '../../../../api/refused-fields'
import { RowsPreview } from '../../rows-preview'
import { RowsTable, type RowsColumn } from '../../../../ui/csv/rows-table'
import { paths } from '../../../../paths'
import { NO_TIME_ZONE } from '../../../../action/time-zone-field'
import { counted, formatNumber } from '../../../../ui/format-number'
import { QueryView } from '../../../../device/offline/query-view'
import { toastSuccess } from '../../../../ui/toasts'
import { USER_CREATION_FAILED } from '../user-words'
import { readableAddresses } from './user-rows'
import { useAction } from '../../../../action/use-action'

/** Ten thousand users take a few seconds to save, and longer to send on a slow line. */
const PATIENCE_MS = 180_000

type UserImportPreviewProps = {
  file: string
  users: readonly NewUser[]
  faults: readonly RowFault[]
  onClear: () => void
}

/** The users of a file before they are created, with all faults at once, also those that only the server finds. */
export function UserImportPreview(props: UserImportPreviewProps) {
  const { users, faults } = props
  const preview = useQuery(usersPreviewQuery(useMemo(() => readableAddresses(users), [users])))
  return (
    <QueryView query={preview} loading={<Skeleton height="12rem" />}>
      {({ rows }) => (
        <CheckedPreview {...props} faults={[...faults, ...rows].toSorted((one, other) => one.row - other.row)} />
      )}
    </QueryView>
  )
}

function CheckedPreview({ file, users, faults, onClear }: UserImportPreviewProps) {
  const navigate = useNavigate()
  const create = useAction(api.createUsers, () => ({ query: { insert_type: 'bulk' as const }, body: [...users] }), {
    timeout_ms: PATIENCE_MS,
    onDone: async (created) => {
      const count = 'data' in created ? created.data.length : 1
      toastSuccess(count === 1 ? '1 user created successfully' : `${formatNumber(count)} users created successfully`)
      await navigate({ ...paths.users(), search: { association: 'not_invited' } })
    },
  })
  const problems = [...faults, ...refusedRows(create.error)]
  return (
    <RowsPreview
      summary={`${counted(users.length, 'user')} in ${file}`}
      problems={problems}
      titles={TITLES}
      refused={USER_CREATION_FAILED}
      error={create.error}
      isSending={create.isPending}
      sending={`Creating ${counted(users.length, 'user')}. If one fails, none is created.`}
      submit="Create users"
      onSend={() => create.mutate()}
      onClear={onClear}
    >
      <RowsTable label="Users in the file" rows={users} columns={COLUMNS} problems={problems} />
    </RowsPreview>
  )
}

const COLUMNS: readonly RowsColumn<NewUser>[] = [
  { name: 'name', title: 'Name', text: ({ name }) => name },
  { name: 'email', title: 'Email address', text: ({ email }) => email },
  {
    name: 'selected_timezone',
    title: 'Time zone',
    text: ({ selected_timezone }) => selected_timezone ?? NO_TIME_ZONE,
  },
]

const TITLES = Object.fromEntries(COLUMNS.map(({ name, title }) => [name, title]))
