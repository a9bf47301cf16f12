import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconLogout2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { meQuery } from '../../../api/session-queries'
import { useLeaving } from '../leaving/use-leaving'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { PageTitle } from '../../../ui/page-title'

const SignOutDialog = lazy(() =>
  import('../leaving/sign-out-question').then(({ SignOutDialog }) => ({ default: SignOutDialog })),
)

/** An invitation is for a signed-out person: this page stays while they sign out, and then continues. */
export function AlreadySignedIn() {
  const { data: me } = useQuery(meQuery)
  const leaving = useLeaving()
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title="You are already signed in" />
      <Text>{me === undefined ? 'Someone' : me.name} is signed in on this device. Sign out to use the invitation.</Text>
      <Group gap="sm">
        <Button
          leftSection={<IconLogout2 size={20} aria-hidden="true" />}
          loading={leaving.isLeaving}
          onClick={() => leaving.press()}
        >
          Sign out and continue
        </Button>
        <LinkButton {...paths.home()} variant="default">
          Stay signed in
        </LinkButton>
      </Group>
      {leaving.isQuestionOpen && (
        <Suspense>
          <SignOutDialog leaving={leaving} />
        </Suspense>
      )}
    </Stack>
  )
}
