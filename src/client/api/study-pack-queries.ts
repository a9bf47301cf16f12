import { api } from '#contract/api'
import type { ReceivedAnswer } from '#contract/endpoint'
import type { StudyPack } from '#contract/study-packs'
import type { QueryClient } from '@tanstack/react-query'
import { endpointQuery, type EndpointQuery } from './endpoint-query'

/**
 * Every study pack of a trial that the viewer reaches, by batch, without their events. The request goes on when the component
 * that began it is replaced by another, which waits for the same answer: on a slow network a second one would take as long again.
 */
export const studyPacksQuery = (trialId: number): EndpointQuery<typeof api.listStudyPacks> => {
  const query = endpointQuery(api.listStudyPacks, { parameters: ofTrial(trialId) })
  return { ...query, queryFn: ({ client }) => query.queryFn({ client, signal: new AbortController().signal }) }
}

/** The same packs from the server, or from this device where the server cannot be reached; null where neither has them. */
export const studyPacksAtHand = async (client: QueryClient, trialId: number) => {
  const { queryKey, ...query } = studyPacksQuery(trialId)
  await client.prefetchQuery({ queryKey, ...query })
  return client.getQueryData<ReceivedAnswer<typeof api.listStudyPacks>>(queryKey)?.data ?? null
}

/** One study pack with all its events. */
export const studyPackQuery = (trialId: number, studyPackId: number) =>
  endpointQuery(api.getStudyPack, { parameters: { ...ofTrial(trialId), study_pack_id: String(studyPackId) } })

/**
 * Updates packs in the cached list from an answer, before the list is refetched. The list's age does not change, since offline
 * dispensing depends on the age of the other packs.
 */
export const showChangedPacks = (client: QueryClient, trialId: number, changed: readonly StudyPack[]): void => {
  const changedById = new Map(changed.map((pack) => [pack.id, pack]))
  const { queryKey, queryFn } = studyPacksQuery(trialId)
  const answeredAt = client.getQueryState(queryKey)?.dataUpdatedAt
  const replaced = (list: Awaited<ReturnType<typeof queryFn>> | undefined) =>
    list === undefined
      ? undefined
      : {
          data: list.data.map(({ batch_id, study_packs }) => ({
            batch_id,
            study_packs: study_packs.map((pack) => changedById.get(pack.id) ?? pack),
          })),
        }
  client.setQueryData(queryKey, replaced, answeredAt === undefined ? {} : { updatedAt: answeredAt })
}

const ofTrial = (trialId: number) => ({ trial_id: String(trialId) })
