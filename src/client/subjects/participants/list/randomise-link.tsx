import { Button, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { ServerButton } from '../../../device/offline/server-button'
import { useIsAway } from '../../../device/offline/use-connection'
import { RANDOMISATION_NEEDS_CONNECTION } from '../../../offline-reasons'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'
import { ROOM_FOR_EVERY_COLUMN, useIsWide } from '../../../ui/use-is-wide'
import { useTrialAtHand } from '../../trials/trial/trial-page'
import { reasonNotToRandomise } from '../../trials/trial/reason-not-to-randomise'

const RANDOMISE = 'Randomise a participant'
const REASON_ID = 'why-not-randomise'

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
  if (reasonNotToRandomise(trial, permission) !== null) {
    return <Button disabled aria-describedby={REASON_ID} {...presentation} />
  }
  if (isAway) {
    return <ServerButton action="randomise" {...presentation} />
  }
  return <LinkButton {...paths.randomise(trial.id)} {...presentation} />
}

/** Whether the tools share a line without room for all words: on a phone the button has a line of its own. */
const useIsInNarrowLine = (): boolean => {
  const isWide = useIsWide()
  const isRoomy = useIsWide(ROOM_FOR_EVERY_COLUMN)
  return isWide && !isRoomy
}

/** Why randomising is not possible; nothing where it is. */
export function ReasonNotToRandomise() {
  const { trial, permission } = useTrialAtHand()
  const isAway = useIsAway()
  const reason = reasonNotToRandomise(trial, permission) ?? (isAway ? RANDOMISATION_NEEDS_CONNECTION : null)
  if (reason === null) return null
  return (
    <Text id={REASON_ID} size="sm" c="dimmed" mb="xs">
      {reason}
    </Text>
  )
}
