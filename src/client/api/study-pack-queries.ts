import { api } from '#contract/api'
import type { StudyPack } from '#contract/study-packs'
import type { QueryClient } from '@tanstack/react-query'
import { byRequestTime, endpointQuery, type EndpointQuery } from './endpoint-query'

/**
 * Every study pack of a trial that the viewer reaches, by batch, without their events. The request goes on when the component
 * that began it is replaced by another, which waits for the same answer: on a slow network a second one would take as long again.
 */
export const studyPacksQuery = (trialId: number): EndpointQuery<typeof api.listStudyPacks> => {
  const query = endpointQuery(api.listStudyPacks, { parameters: ofTrial(trialId) })
  return { ...query, queryFn: (context) => query.queryFn({ ...context, signal: new AbortController().signal }) }
}

/** The same packs as the server has them; null where it cannot be asked. */
export const studyPacksOfServer = async (client: QueryClient, trialId: number) => {
  const query = studyPacksQuery(trialId)
  await client.prefetchQuery(query)
  const packs = client.getQueryData(query.queryKey)
  return packs?.source === 'server' ? packs.answer.data : null
}

/** One study pack with all its events. */
export const studyPackQuery = (trialId: number, studyPackId: number) =>
  byRequestTime(
    endpointQuery(api.getStudyPack, { parameters: { ...ofTrial(trialId), study_pack_id: String(studyPackId) } }),
  )

/**
 * Updates packs in the server's list from an answer, before the list is refetched. The list's age does not change, since offline
 * dispensing depends on the age of the other packs.
 */
export const showChangedPacks = (client: QueryClient, trialId: number, changed: readonly StudyPack[]): void => {
  const changedById = new Map(changed.map((pack) => [pack.id, pack]))
  client.setQueryData(studyPacksQuery(trialId).queryKey, (list) => {
    if (list?.source !== 'server') return list
    const data = list.answer.data.map(({ batch_id, study_packs }) => ({
      batch_id,
      study_packs: study_packs.map((pack) => changedById.get(pack.id) ?? pack),
    }))
    return { ...list, answer: { data } }
  })
}

const ofTrial = (trialId: number) => ({ trial_id: String(trialId) })
