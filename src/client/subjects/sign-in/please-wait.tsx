import { Loader, Stack, Text } from '@mantine/core'
import { Announced } from '../../ui/announced'
import { PageTitle } from '../../ui/page-title'

/** While the server exchanges what a provider led back with. */
export function PleaseWait() {
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
