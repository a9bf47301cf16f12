import { capFault } from '#domain/trials/caps'
import { countByGroup, countByOption, countBySite } from '../../ground/db/statistics'
import type { Queries } from '../../ground/db/transaction'
import type { WholeTrial } from '../../ground/db/trials'
import type { DesignFormFaults, SettledForm } from './sound-form'

/** Caps that are set below the participants who are randomised already, by their fields. Those that stay are not judged again. */
export const capFaults = async (queries: Queries, form: SettledForm, stored: WholeTrial): Promise<DesignFormFaults> => {
  const capped = changedCaps(form, stored)
  if (capped.length === 0) return {}
  const counts = {
    sites: await countBySite(queries, stored.id, 'all'),
    options: await countByOption(queries, stored.id, 'all'),
    groups: await countByGroup(queries, stored.id, 'all'),
  }
  return Object.fromEntries(
    capped.flatMap(({ path, list, id, most }) => {
      const fault = capFault(most, counts[list].get(id) ?? 0)
      return fault === null ? [] : [[path, fault]]
    }),
  )
}

type Capped = { path: string; list: 'sites' | 'options' | 'groups'; id: number; most: number }

/** What is new has no participants, and an id that is not the trial's own is told elsewhere. */
const changedCaps = (form: SettledForm, stored: WholeTrial): Capped[] => {
  const before = {
    sites: new Map(stored.sites.map(({ id, max_participants }) => [id, max_participants])),
    groups: new Map(stored.study_groups.map(({ id, max_participants }) => [id, max_participants])),
    options: new Map(
      stored.trial_strata.flatMap(({ trial_stratum_options }) =>
        trial_stratum_options.map(({ id, max_participants }) => [id, max_participants] as const),
      ),
    ),
  }
  const changed = (
    list: Capped['list'],
    path: string,
    { id, max_participants: most }: { readonly id?: number | undefined; readonly max_participants: number | null },
  ): Capped[] =>
    id === undefined || most === null || before[list].get(id) === most
      ? []
      : [{ path: `${path}.max_participants`, list, id, most }]
  return [
    ...form.sites.flatMap((site, place) => changed('sites', `sites.${place}`, site)),
    ...form.study_groups.flatMap((group, place) => changed('groups', `study_groups.${place}`, group)),
    ...form.trial_strata.flatMap(({ trial_stratum_options }, stratum) =>
      trial_stratum_options.flatMap((option, place) =>
        changed('options', `trial_strata.${stratum}.trial_stratum_options.${place}`, option),
      ),
    ),
  ]
}
