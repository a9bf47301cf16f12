import { Loader, Stack, Text } from '@mantine/core'
import { PageTitle } from '../../ui/page-title'

/** While the server exchanges what a provider led back with. */
export function PleaseWait() {
  return (
    <Stack align="flex-start" aria-live="polite">
      <PageTitle title="Signing in" />
      <Loader aria-hidden="true" />
      <Text>Please wait...</Text>
    </Stack>
  )
}
