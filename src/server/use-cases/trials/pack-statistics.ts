import type { TrialStatistics } from '#contract/trials'
import { can, reachesSite, type PermittedSites } from '#domain/people/permissions'
import { isAtPlaceOfUse, STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { countPacks } from '../../ground/db/statistics'
import type { Queries } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { TrialView } from '../call/view'

type PackStatistics = TrialStatistics['study_packs']
type PackCount = Awaited<ReturnType<typeof countPacks>>[number]

const countsOf = (counts: readonly PackCount[]) =>
  Object.fromEntries(
    STUDY_PACK_STATUSES.map(({ id, key }) => [
      key,
      counts.filter((row) => row.study_pack_status_id === id).reduce((sum, row) => sum + row.count, 0),
    ]),
  )

const allocatableOf = (counts: readonly PackCount[]): number => counts.reduce((sum, row) => sum + row.allocatable, 0)

/** The site at which a viewer counts a pack: where it is, but its participant's where the viewer does not reach that. */
const countedAt = ({ site_id, participant_site_id }: PackCount, sites: PermittedSites): number | null =>
  site_id === null || reachesSite(sites, site_id) ? site_id : participant_site_id

/**
 * Packs by site and status, and how many participants can get on a day in the trial's zone; by group only for people who
 * may know it, since stock by group would reveal allocations. No site out of reach is named (decision 0004).
 */
export const packStatistics = async (
  queries: Queries,
  trial: WholeTrial,
  view: TrialView,
  today: string,
): Promise<PackStatistics> => {
  if (!trial.is_managing_packs) return []
  const counted = await countPacks(queries, trial, view.sites, today)
  const rows = counted.map((row) => (isAtPlaceOfUse(row, trial) ? row : { ...row, allocatable: 0 }))
  const sitesAndTrial = [...trial.sites.map(({ id, title }) => ({ id, title })), null]
  const rowsOf = (site: { id: number } | null) =>
    rows.filter((row) => countedAt(row, view.sites) === (site?.id ?? null))
  const groups = can(view.permission, 'viewGroupsOfPacks') ? trial.study_groups : null
  return sitesAndTrial.flatMap((site) => {
    const counts = rowsOf(site)
    if (counts.length === 0) return []
    const byGroup = groups?.map(({ id, name }) => {
      const ofGroup = counts.filter((row) => row.study_group_id === id)
      return { id, name, counts: countsOf(ofGroup), allocatable: allocatableOf(ofGroup) }
    })
    return [
      {
        site,
        counts: countsOf(counts),
        allocatable: allocatableOf(counts),
        ...(byGroup ? { study_groups: byGroup } : {}),
      },
    ]
  })
}
