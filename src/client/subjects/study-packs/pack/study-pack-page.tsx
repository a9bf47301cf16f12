import { getRouteApi } from '@tanstack/react-router'
import { PacksGuard } from '../packs-guard'
import { StudyPackAtHand } from './study-pack-record'

const route = getRouteApi('/signed-in/trials/$trialId/tabs/study-packs/$studyPackId')

/** `/trials/{id}/study-packs/{packId}`: one pack, its details and its history. */
export function StudyPackPage() {
  const { studyPackId } = route.useParams()
  return (
    <PacksGuard>
      <StudyPackAtHand studyPackId={studyPackId} />
    </PacksGuard>
  )
}
