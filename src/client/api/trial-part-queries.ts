import type { QueryKey } from '@tanstack/react-query'
import type { EndpointQuery, QueryContext } from './endpoint-query'
import type { Endpoint } from '#contract/endpoint'
import { participantsSnapshotQuery } from './participant-queries'
import { permittedSitesQuery, trialPermissionQuery } from './session-queries'
import { studyPacksQuery } from './study-pack-queries'
import { trialQuery } from './trial-queries'

/** A query whose answer is fetched to be stored. */
type StoredPartQuery = Pick<EndpointQuery<Endpoint>, 'meta' | 'structuralSharing'> & {
  queryKey: QueryKey
  queryFn: (context: QueryContext) => Promise<unknown>
}

/** The queries of a trial whose answers a device needs offline; `hasPacks` where the trial has packs that the viewer may see. */
export const trialPartQueries = (trialId: number, hasPacks: boolean): StoredPartQuery[] => [
  trialQuery(trialId),
  trialPermissionQuery(trialId),
  permittedSitesQuery(trialId),
  participantsSnapshotQuery(trialId),
  ...(hasPacks ? [studyPacksQuery(trialId)] : []),
]
