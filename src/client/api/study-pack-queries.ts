import { api } from '#contract/api'
import type { ReceivedAnswer } from '#contract/endpoint'
import type { StudyPack } from '#contract/study-packs'
import type { QueryClient } from '@tanstack/react-query'
import { endpointQuery } from './endpoint-query'

/** Every study pack of a trial that the viewer reaches, by batch, without what happened to them. */
export const studyPacksQuery = (trialId: number) => endpointQuery(api.listStudyPacks, { parameters: ofTrial(trialId) })

/** The same packs as the server tells them, or as it told them last where it cannot be asked; null where neither is to be had. */
export const studyPacksAtHand = async (client: QueryClient, trialId: number) => {
  const { queryKey, ...query } = studyPacksQuery(trialId)
  await client.prefetchQuery({ queryKey, ...query })
  return client.getQueryData<ReceivedAnswer<typeof api.listStudyPacks>>(queryKey)?.data ?? null
}

/** One study pack with everything that happened to it. */
export const studyPackQuery = (trialId: number, studyPackId: number) =>
  endpointQuery(api.getStudyPack, { parameters: { ...ofTrial(trialId), study_pack_id: String(studyPackId) } })

/**
 * Shows packs as an answer has just told them, in the list that is at hand, before it is asked for again. The list itself grows no
 * younger by it: how old the rest is counts where packs are dispensed without the server.
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

/** What may be another once something was done about packs: the packs, the figures, whom they went to, and e-mails. */
const TOUCHED = [
  api.listStudyPacks,
  api.getStudyPack,
  api.getTrialStatistics,
  api.getParticipantHistory,
  api.listMessages,
]

/** Has everything asked for again that an act about a trial's study packs may have changed. */
export const refreshStudyPacks = async (client: QueryClient, trialId: number): Promise<void> => {
  const parameters = ofTrial(trialId)
  await Promise.all(
    // The calls about one record have its id beside the trial's.
    TOUCHED.map(({ path }) => client.invalidateQueries({ queryKey: [path, parameters] })),
  )
}

const ofTrial = (trialId: number) => ({ trial_id: String(trialId) })
