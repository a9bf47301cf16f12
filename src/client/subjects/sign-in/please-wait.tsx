import { Loader, Stack, Text } from '@mantine/core'
import { useBusyWhile } from '../../browser/busy'
import { Announced } from '../../ui/announced'
import { PageTitle } from '../../ui/page-title'

/** Shown while the server exchanges the parameters of a provider's return. */
export function PleaseWait() {
  // This page alone still has the reference of a provider's return: an update must not reload it.
  useBusyWhile('sending', true)
  return (
    <Stack align="flex-start">
      <PageTitle title="Signing in" />
      <Loader aria-hidden="true" />
      <Announced>
        <Text>Please wait...</Text>
      </Announced>
    </Stack>
  )
}
