import { Button, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { ServerButton } from '../../../device/offline/server-button'
import { useIsAway } from '../../../device/offline/use-connection'
import { RANDOMISATION_NEEDS_CONNECTION } from '../../../offline-reasons'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { ROOM_FOR_EVERY_COLUMN, useIsWide } from '../../../ui/use-is-wide'
import { useTrialAtHand } from '../../trials/trial/trial-page'
import { whyNotRandomise } from '../../trials/trial/why-not-randomise'

const RANDOMISE = 'Randomise a participant'
const WHY = 'why-not-randomise'

/** Links to the randomise wizard; without its link where randomising is not possible. */
export function RandomiseLink() {
  const { trial, permission } = useTrialAtHand()
  const isAway = useIsAway()
  const isShort = useIsInNarrowLine()
  const presentation = {
    leftSection: <IconUserPlus size={20} aria-hidden="true" />,
    'aria-label': RANDOMISE,
    children: isShort ? 'Randomise' : RANDOMISE,
  }
  if (whyNotRandomise(trial, permission) !== null) {
    return <Button disabled aria-describedby={WHY} {...presentation} />
  }
  if (isAway) {
    return <ServerButton action="randomise" {...presentation} />
  }
  return <LinkButton {...paths.randomise(trial.id)} {...presentation} />
}

/** Whether the tools share a line that has no room for all words: a phone has the button by itself. */
const useIsInNarrowLine = (): boolean => {
  const isWide = useIsWide()
  const isRoomy = useIsWide(ROOM_FOR_EVERY_COLUMN)
  return isWide && !isRoomy
}

/** Why randomising is not possible; nothing where it is. */
export function WhyNotRandomise() {
  const { trial, permission } = useTrialAtHand()
  const isAway = useIsAway()
  const why = whyNotRandomise(trial, permission) ?? (isAway ? RANDOMISATION_NEEDS_CONNECTION : null)
  if (why === null) return null
  return (
    <Text id={WHY} size="sm" c="dimmed" mb="xs">
      {why}
    </Text>
  )
}
