import { can } from '#domain/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { trialPermissionQuery } from '../api/session-queries'
import { studyPacksQuery } from '../api/study-pack-queries'
import { trialQuery } from '../api/trial-queries'

/** The most packs that are offered at once. */
const MAX_OFFERED = 6

/** A pack of the open trial. */
export type PackAtHand = { trialId: number; pack: { id: number; pack_id: string; study_pack_status_id: number } }

/**
 * The study packs of the open trial whose ID contains the typed text. Loaded once something is typed, and only where the trial
 * manages packs and the viewer may see them, as its page has loaded already.
 */
export const usePacksAtHand = (typed: string): PackAtHand[] => {
  // 0, the id of no trial, where none is open.
  const { trialId = 0 } = useParams({ strict: false })
  const { data: trial } = useQuery({ ...trialQuery(trialId), enabled: false })
  const { data: permission } = useQuery({ ...trialPermissionQuery(trialId), enabled: false })
  const hasPacks =
    trial?.answer.is_managing_packs === true && permission !== undefined && can(permission, 'viewStudyPacks')
  const { data } = useQuery({ ...studyPacksQuery(trialId), enabled: hasPacks && typed !== '' })
  if (!hasPacks || typed === '') return []
  const query = typed.toLowerCase()
  return batchesOf(data?.answer)
    .flatMap(({ study_packs }) => study_packs.filter(({ pack_id }) => pack_id.toLowerCase().includes(query)))
    .slice(0, MAX_OFFERED)
    .map((pack) => ({ trialId, pack }))
}

type Batches = { data: readonly { study_packs: readonly PackAtHand['pack'][] }[] }

const batchesOf = (packs: Batches | undefined) => packs?.data ?? []
