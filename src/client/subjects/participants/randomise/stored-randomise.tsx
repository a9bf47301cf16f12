import type { StoredTrial } from '#contract/stored-answers'
import { Button, Stack } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { DoNotRandomiseAgain } from './do-not-randomise-again'
import { NeedsConnection, WHY_NOT_RANDOMISE } from './needs-connection'

const route = getRouteApi('/signed-in/trials/$trialId/participants/new')

/** The wizard's page from the stored trial: why nobody can be randomised here now, and whom to ask. */
export function StoredRandomise({ trial }: { trial: StoredTrial }) {
  const { attempt } = route.useSearch()
  return (
    <Stack gap="lg" maw="40rem" align="flex-start">
      {attempt !== undefined && <DoNotRandomiseAgain trial={trial} />}
      <NeedsConnection trial={trial} />
      {/* Not `disabled`: it can still be reached, and says why it does nothing. */}
      <Button
        size="lg"
        aria-disabled
        data-disabled
        aria-describedby={WHY_NOT_RANDOMISE}
        leftSection={<IconDice5 size={24} aria-hidden="true" />}
      >
        Randomise a participant
      </Button>
    </Stack>
  )
}
