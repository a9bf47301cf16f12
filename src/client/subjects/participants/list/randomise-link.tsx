import { Button, Group, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { ServerButton } from '../../../device/offline/server-button'
import { useIsAway } from '../../../device/offline/use-connection'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { useTrialPage } from '../../trials/trial/trial-page'
import { whyNotRandomise } from '../../trials/trial/why-not-randomise'

/** The first sentence of the reason; the button shows all of it on hover and focus. */
const NEEDS_CONNECTION = 'Randomisation needs a live connection.'

/** Links to the randomise wizard, or says why randomising is not possible. */
export function RandomiseLink() {
  const { trial, permission } = useTrialPage()
  const isAway = useIsAway()
  const why = whyNotRandomise(trial, permission)
  const icon = <IconUserPlus size={20} aria-hidden="true" />
  if (why === null && isAway) {
    return (
      <Group gap="sm">
        <Text c="dimmed">{NEEDS_CONNECTION}</Text>
        <ServerButton action="randomise" leftSection={icon}>
          Randomise a participant
        </ServerButton>
      </Group>
    )
  }
  if (why === null) {
    return (
      <LinkButton {...paths.randomise(trial.id)} leftSection={icon}>
        Randomise a participant
      </LinkButton>
    )
  }
  return (
    <Group gap="sm">
      <Text c="dimmed" id="why-not-randomise">
        {why}
      </Text>
      <Button disabled leftSection={icon} aria-describedby="why-not-randomise">
        Randomise a participant
      </Button>
    </Group>
  )
}
