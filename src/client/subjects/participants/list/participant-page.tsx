import { getRouteApi } from '@tanstack/react-router'
import { ParticipantAtHand } from './participant-record'

const route = getRouteApi('/signed-in/trials/$trialId/tabs/participants/$participantId')

/** `/trials/{id}/participants/{pid}`: the record and the events of one participant. */
export function ParticipantPage() {
  const { participantId } = route.useParams()
  return <ParticipantAtHand participantId={participantId} />
}
