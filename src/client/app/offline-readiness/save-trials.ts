import { readStoredPermission, readStoredTrial, readStoredTrials } from '#contract/stored-answers'
import { inSavingOrder, isDueForSaving, SAVING_BUDGET } from '#domain/this-device/offline-readiness'
import type { StoredOverview } from '#offline/snapshots'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { answerOfServer, isAtHand } from '../../api/answer-at-hand'
import type { QueryContext } from '../../api/endpoint-query'
import { failureOf, isWithheld } from '../../api/failure'
import { participantsSnapshotQuery } from '../../api/participant-queries'
import { permittedSitesQuery, trialPermissionQuery } from '../../api/session-queries'
import { studyPacksQuery } from '../../api/study-pack-queries'
import { activeTrialsQuery, trialQuery, trialsQuery } from '../../api/trial-queries'
import { hasVisiblePacks, scopeOf } from '../../device/readiness/trial-readiness'

/** How long an answer that no screen shows stays in memory, in milliseconds: only the store matters. */
const FORGOTTEN_AFTER_MS = 10_000

export type SavingDependencies = {
  client: QueryClient
  /** The stored answers of the signed-in person. */
  survey: (scopes: readonly string[]) => Promise<StoredOverview>
  /** Resolves when nothing else needs the network or the page; rejects when saving must end. */
  whenFree: () => Promise<void>
  /** The ids of the trials that were opened on this page, the last one first. */
  opened: readonly number[]
  now: () => number
}

/**
 * One pass: saves missing and old answers of the person's active trials, one request after the other, within the
 * budget. Each answer is stored like that of a page. Rejects at the first failure except a withheld trial.
 */
export const saveTrials = async (dependencies: SavingDependencies): Promise<void> => {
  await refresh(dependencies, trialsQuery({}))
  const active = await obtain(dependencies, activeTrialsQuery, readStoredTrials)
  const considered = inSavingOrder(
    (active?.data ?? []).map(({ id }) => ({ id, is_at_site: false })),
    dependencies.opened,
  ).slice(0, SAVING_BUDGET.trials_considered)
  const permitted = []
  for (const { id } of considered) {
    const permission = await obtain(dependencies, trialPermissionQuery(id), readStoredPermission)
    if (permission !== null) permitted.push({ id, permission, is_at_site: permission.role.context === 'site' })
  }
  let rows = 0
  for (const trial of inSavingOrder(permitted, dependencies.opened).slice(0, SAVING_BUDGET.trials_saved)) {
    if (rows >= SAVING_BUDGET.rows) return
    rows += await saveTrial(dependencies, trial)
  }
}

type PermittedTrial = { id: number; permission: NonNullable<ReturnType<typeof readStoredPermission>> }

/** Saves one trial. Returns how many participants and packs were fetched. */
const saveTrial = async (dependencies: SavingDependencies, { id, permission }: PermittedTrial): Promise<number> => {
  const trial = await obtain(dependencies, trialQuery(id), readStoredTrial)
  // Withheld: the store has forgotten the trial.
  if (trial === null) return 0
  await refresh(dependencies, permittedSitesQuery(id))
  const participants = await refresh(dependencies, participantsSnapshotQuery(id))
  const packs = hasVisiblePacks(trial, permission) ? await refresh(dependencies, studyPacksQuery(id)) : null
  const packCounts = packs?.answer.data.map(({ study_packs }) => study_packs.length) ?? []
  return packCounts.reduce((sum, count) => sum + count, participants?.answer.data.length ?? 0)
}

type SavedQuery<Answer> = { queryKey: QueryKey; queryFn: (context: QueryContext) => Promise<Answer> }

/** Fetches an answer where the stored one is missing or old; null where nothing was fetched. */
const refresh = async <Answer>(dependencies: SavingDependencies, query: SavedQuery<Answer>): Promise<Answer | null> => {
  const { ages } = await dependencies.survey([])
  return isDueForSaving(ages.get(scopeOf(query)), dependencies.now()) ? fetchAnswer(dependencies, query) : null
}

/** An answer as it is stored: out of the store, or from the server where the stored one is missing or old. */
const obtain = async <Answer, Stored>(
  dependencies: SavingDependencies,
  query: SavedQuery<Answer>,
  read: (stored: unknown) => Stored | null,
): Promise<Stored | null> => {
  const scope = scopeOf(query)
  const { ages, bodies } = await dependencies.survey([scope])
  const stored = isDueForSaving(ages.get(scope), dependencies.now()) ? null : read(bodies.get(scope))
  if (stored !== null) return stored
  const fetched = await fetchAnswer(dependencies, query)
  return read(isAtHand(fetched) ? fetched.answer : fetched)
}

/** Null where the server withholds the answer. Rejects where this device answered instead. */
const fetchAnswer = async <Answer>(
  { client, whenFree }: SavingDependencies,
  query: SavedQuery<Answer>,
): Promise<Answer | null> => {
  await whenFree()
  try {
    // The store is what counts, not the memory of this page, which may have an answer that could not be stored.
    const answer = await client.fetchQuery({
      ...query,
      queryFn: (context) => query.queryFn({ ...context, isWhole: true }),
      retry: false,
      staleTime: 0,
      gcTime: FORGOTTEN_AFTER_MS,
    })
    if (isAtHand(answer)) answerOfServer(answer)
    return answer
  } catch (error) {
    const failure = failureOf(error)
    if (failure !== null && isWithheld(failure)) return null
    throw error
  }
}
