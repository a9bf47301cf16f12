import type { Trial } from '#contract/trials'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { participantsSnapshotQuery } from '../../../api/participant-queries'
import { permittedSitesQuery } from '../../../api/session-queries'
import { studyPacksQuery } from '../../../api/study-pack-queries'
import { trialsQuery } from '../../../api/trial-queries'

/**
 * Has this device keep, as soon as a trial's page opens, what can be looked at without a connection: the list of trials, its
 * participants, its packs and the viewer's sites. What is on its way already, or fresh, is not asked for again.
 */
export const usePrefetchForOffline = ({ id, is_managing_packs }: Trial, permission: EffectivePermission): void => {
  const client = useQueryClient()
  const hasPacks = is_managing_packs && can(permission, 'viewStudyPacks')
  useEffect(() => {
    void client.prefetchQuery(trialsQuery({}))
    void client.prefetchQuery(participantsSnapshotQuery(id))
    void client.prefetchQuery(permittedSitesQuery(id))
    if (hasPacks) void client.prefetchQuery(studyPacksQuery(id))
  }, [client, id, hasPacks])
}
