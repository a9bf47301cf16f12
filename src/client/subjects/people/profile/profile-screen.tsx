import { Divider, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../../api/session-queries'
import { PageTitle } from '../../../ui/page-title'
import { paths } from '../../../paths'
import { TextLink } from '../../../ui/link-button'
import { QueryView } from '../../../device/offline/query-view'
import { UnlockSettings } from '../../sign-in/unlock/unlock-settings'
import { DisplayFields } from './display-fields'
import { LockAfterField } from './lock-after-field'
import { OwnNotifications } from './own-notifications'
import { OwnSessions } from './own-sessions'
import { ProfileForm } from './profile-form'

/** `/user-profile`: the settings that people may change about themselves. */
export function ProfileScreen() {
  const me = useQuery(meQuery)
  return (
    <>
      <PageTitle title="User profile" />
      {/* The form is drawn before the content below it, which it would push down. */}
      <QueryView query={me} loading={<Skeleton height="16rem" />}>
        {(person) => (
          <>
            <ProfileForm key={person.id} me={person} />
            <Divider my="xl" />
            <Stack gap="md">
              <Title order={2}>Where you are signed in</Title>
              <OwnSessions />
              <LockAfterField />
              <UnlockSettings name={person.name} />
            </Stack>
            <Divider my="xl" />
            <Stack gap="md">
              <Title order={2}>Appearance</Title>
              <Text>It is the same on each device where you sign in.</Text>
              <DisplayFields me={person} />
            </Stack>
            <Divider my="xl" />
            <Stack gap="md">
              <Title order={2}>Notifications</Title>
              <Text>Emails that you receive from each trial.</Text>
              <OwnNotifications />
            </Stack>
            <Divider my="xl" />
            <Stack gap="md">
              <Title order={2}>Lists of allocations</Title>
              <Text>
                If you make the list for a trial, <TextLink {...paths.ownAllocationLists()}>upload it here</TextLink>.
              </Text>
            </Stack>
          </>
        )}
      </QueryView>
    </>
  )
}
