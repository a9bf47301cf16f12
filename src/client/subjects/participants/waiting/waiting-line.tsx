import { can } from '#domain/people/permissions'
import { takesWaiting } from '#domain/participants/waiting-list'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { waitingListQuery } from '../../../api/waiting-list-queries'
import { paths } from '../../../paths'
import { counted } from '../../../ui/format-number'
import { TextLink } from '../../../ui/link-button'
import { useTrialAtHand } from '../../trials/trial/trial-page'
import { reasonNotToRandomise } from '../../trials/trial/reason-not-to-randomise'
import { arePlacesFree, PLACES_FREE } from './waiting-words'

/** How many wait and whether places are free, with the way to their list; nothing where the list is empty and not needed. */
export function WaitingLine() {
  const { trial, permission } = useTrialAtHand()
  const mayRandomise = can(permission, 'randomise')
  const { data } = useQuery({
    ...waitingListQuery(trial.id),
    enabled: mayRandomise && trial.is_participant_id_used,
  })
  if (data === undefined) return null
  const isNeeded = takesWaiting(trial) && reasonNotToRandomise(trial, permission) !== null
  if (data.total === 0 && !isNeeded) return null
  const areFree = arePlacesFree(data)
  return (
    <Text size="sm" mb="xs">
      {data.total > 0 && `${counted(data.total, 'participant')} on the `}
      <TextLink {...paths.waitingList(trial.id)} inherit>
        {data.total > 0 ? 'waiting list' : 'Waiting list'}
      </TextLink>
      {areFree && `. ${PLACES_FREE}.`}
    </Text>
  )
}
