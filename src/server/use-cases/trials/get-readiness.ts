import { refusal } from '#contract/errors'
import type { getReadiness as endpoint } from '#contract/readiness'
import { isConfirmationMissing } from '#domain/trials/design-confirmation'
import { accessIn, type RecipientAccess } from '#domain/people/notifications'
import { accepted, refused } from '#domain/outcome'
import { can, isBlinded, reachesSite, type EffectivePermission } from '#domain/people/permissions'
import type { AllocationDesign } from '#domain/randomisation/design'
import { readinessFindings, type ReadinessFacts } from '#domain/trials/readiness'
import { designWarnings } from '#domain/simulation/design-warnings'
import { stockedGroupIds } from '#domain/randomisation/stocked-groups'
import { isByList } from '#domain/trials/trial-methods'
import { awaitsOpening } from '#domain/trials/site'
import { dayIn } from '../../ground/time/calendar'
import { findLists } from '../../ground/db/allocation-lists'
import { findStocks } from '../../ground/db/pack-allocation'
import type { Queries } from '../../ground/db/transaction'
import { findTrialPeople } from '../../ground/db/trial-people'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import type { ReadHandler } from '../call/call'
import { listAtStart } from './own-lists/stored-lists'
import { findCurrentDesign } from './find-current-design'
import { CANNOT_START, designFault, designOf } from './trial-design'

/**
 * The missing and doubtful things of a trial before its start. Blinded people learn of the design only that it cannot
 * be run, and of stock only where there is none at all.
 */
export const getReadiness: ReadHandler<typeof endpoint> = async ({ context, view, parameters, now }) => {
  const { queries } = context.database
  const trial = await findTrial(queries, parameters.trial_id)
  if (!trial) return refused(refusal('not_found'))
  const design = designOf(trial)
  const { permission } = view
  const today = dayIn(trial.selected_timezone, now)
  const currentDesign = await findCurrentDesign(queries, trial)
  const facts: ReadinessFacts = {
    ...trial,
    today,
    ...peopleFacts(trial, await peopleOf(queries, trial, now)),
    stocks: design.ok ? await stockFacts(queries, trial, design.value, today, permission) : [],
    design_fault: design.ok
      ? null
      : `${CANNOT_START}${isBlinded(permission) ? '' : `: ${designFault(design.refusal)}`}.`,
    is_confirmation_missing: isConfirmationMissing(currentDesign.design, currentDesign.confirmed),
    is_list_missing: isByList(trial) && listAtStart(await findLists(queries, trial.id)) === undefined,
    design_warnings: design.ok && can(permission, 'viewBlockSizes') ? warningsOf(trial, design.value) : [],
  }
  return accepted({ data: readinessFindings(facts) })
}

/** The people with a permission in this very trial, with their access. */
const peopleOf = async (queries: Queries, trial: WholeTrial, now: string): Promise<RecipientAccess[]> => {
  const people = await findTrialPeople(queries, trial.id, now)
  return people
    .map(({ permissions }) => accessIn(trial, permissions))
    .filter(({ has_role_in_trial }) => has_role_in_trial)
}

const takingPart = ({ sites }: WholeTrial) => sites.filter(({ is_deleted }) => !is_deleted)

const peopleFacts = (trial: WholeTrial, people: readonly RecipientAccess[]) => ({
  administrators: people.filter(({ permission }) => can(permission, 'manageTrialUsers')).length,
  has_blinded_people:
    trial.is_blinded_users || trial.is_blinded_investigators || people.some(({ permission }) => isBlinded(permission)),
  sites: takingPart(trial).map((site) => {
    const { id, title } = site
    const peopleAtSite = people.filter(({ sites }) => reachesSite(sites, id))
    return {
      title,
      awaits_opening: awaitsOpening(trial, site),
      randomisers: peopleAtSite.filter(({ permission }) => can(permission, 'randomise')).length,
      unblinders: peopleAtSite.filter(({ permission }) => can(permission, 'unblind')).length,
    }
  }),
})

/** The groups of which each stock needs packs and has none: the sites' own, or the trial's where sites manage none. */
const stockFacts = async (
  queries: Queries,
  trial: WholeTrial,
  design: AllocationDesign,
  today: string,
  permission: EffectivePermission,
): Promise<ReadinessFacts['stocks']> => {
  if (!trial.is_managing_packs) return []
  const stocks = await findStocks(queries, trial.id, today)
  const needed = stockedGroupIds(design, trial.study_groups)
  const lacksOf = (title: string, stocked: ReadonlySet<number>) => {
    const lacks = needed.filter((id) => !stocked.has(id))
    if (can(permission, 'viewGroupsOfPacks'))
      return { title, lacks: trial.study_groups.filter(({ id }) => lacks.includes(id)).map(({ name }) => name) }
    return { title, lacks: stocked.size === 0 ? ['any study group'] : [] }
  }
  const groupsIn = (isAtSite: (site_id: number | null) => boolean) =>
    new Set(stocks.filter(({ site_id }) => isAtSite(site_id)).map(({ study_group_id }) => study_group_id))
  if (!trial.is_site_managing_packs)
    return [
      lacksOf(
        'The trial',
        groupsIn(() => true),
      ),
    ]
  return takingPart(trial).map(({ id, title }) =>
    lacksOf(
      title,
      groupsIn((site_id) => site_id === id),
    ),
  )
}

const warningsOf = (trial: WholeTrial, design: AllocationDesign) =>
  designWarnings(design, {
    participants: trial.sample_size > 0 ? trial.sample_size : trial.num_sampled,
    sites: takingPart(trial).length,
  })
