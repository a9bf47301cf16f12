import { Loader, Stack, Text } from '@mantine/core'
import { useBusyWhile } from '../../browser/busy'
import { Announced } from '../../ui/announced'
import { PageTitle } from '../../ui/page-title'

/** Shown while the server exchanges the parameters of a provider's return. */
export function PleaseWait() {
  // A provider's return is good for one exchange: an update must not reload the page.
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
