import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconHome } from '@tabler/icons-react'
import { GO_HOME } from '../../../api/failure-words'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { PageTitle } from '../../../ui/page-title'

/** The page without the secret of an invitation. */
export function NoToken() {
  return (
    <Stack align="flex-start" maw="40rem">
      <PageTitle title="Invitation" />
      <Alert color="red" role="alert" title="No token found" icon={<IconAlertTriangle aria-hidden="true" />} w="100%">
        <Text>Open the whole link from your newest invitation email. Each link works once.</Text>
        <Text>If it does not work, contact the service for a new one.</Text>
      </Alert>
      <LinkButton {...paths.home()} variant="default" leftSection={<IconHome size={20} aria-hidden="true" />}>
        {GO_HOME}
      </LinkButton>
    </Stack>
  )
}
