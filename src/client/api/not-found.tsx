import { Stack, Text } from '@mantine/core'
import { NOT_FOUND } from '#contract/errors-shown-first'
import { IconHome } from '@tabler/icons-react'
import { paths } from '../paths'
import { LinkButton } from '../ui/link-button'
import { PageTitle } from '../ui/page-title'
import { GO_HOME } from './failure-words'

/** The page of every address that does not exist, or that the viewer may not know of. */
export function NotFound() {
  return (
    <Stack align="flex-start" gap="md" maw="40rem">
      <PageTitle title={NOT_FOUND.message} />
      <Text>This page does not exist, or you do not have permission to see it.</Text>
      <LinkButton {...paths.home()} leftSection={<IconHome size={20} aria-hidden="true" />}>
        {GO_HOME}
      </LinkButton>
    </Stack>
  )
}
