import type { NewUser } from '#contract/user-accounts'
import type { RowFault } from '#contract/problem'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { timezonesQuery } from '../../../../api/user-queries'
import { ChooseCsv } from '../../../../ui/csv/choose-csv'
import { returnToChoice } from '../../../../ui/csv/return-to-choice'
import { OfflineReason } from '../../../../device/offline/offline-reason'
import { paths } from '../../../../paths'
import { TextLink } from '../../../../ui/link-button'
import { PageTitle } from '../../../../ui/page-title'
import { QueryView } from '../../../../device/offline/query-view'
import { NoSignInYet } from '../no-sign-in-yet'
import { INVITE_USERS } from '../user-words'
import { UserImportPreview } from './import-preview'
import { USER_FILE, userFaults, userTemplate } from './user-rows'

/** `/users/new/multiple`: creates all users of a CSV file, or none. */
export function ImportUsersScreen() {
  const zones = useQuery(timezonesQuery)
  return (
    <>
      <PageTitle title="Create multiple users" />
      <QueryView query={zones} loading={<Skeleton height="12rem" />}>
        {({ data }) => <Import zones={new Set(data)} />}
      </QueryView>
    </>
  )
}

/** A parsed file with the faults of its rows. */
type Chosen = { file: string; users: NewUser[]; faults: RowFault[] }

function Import({ zones }: { zones: ReadonlySet<string> }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  if (chosen !== null) return <UserImportPreview {...chosen} onClear={() => returnToChoice(() => setChosen(null))} />
  return (
    <Stack gap="md" maw="44rem">
      <Introduction />
      <NoSignInYet title="New users cannot sign in yet">
        After creating the users, send each the IdP association email from{' '}
        <TextLink {...paths.inviteUsers({ association: 'not_invited', account: 'active' })}>{INVITE_USERS}</TextLink>.
      </NoSignInYet>
      <OfflineReason action="importUsers" />
      <ChooseCsv
        form={USER_FILE}
        template={{ name: 'users.csv', text: userTemplate() }}
        onRead={(file, users) => setChosen({ file, users, faults: userFaults(users, zones) })}
      />
    </Stack>
  )
}

function Introduction() {
  return (
    <>
      <Text>
        Upload a CSV file with one row for each user. If any row is wrong, no user is created. Its columns are:
      </Text>
      <ul>
        <li>
          <code>name</code>: the person’s full name
        </li>
        <li>
          <code>email</code>: the email address, which no other user has
        </li>
        <li>
          <code>timezone</code>: optional, one of the <TextLink {...paths.timezones()}>supported time zones</TextLink>
        </li>
      </ul>
    </>
  )
}
