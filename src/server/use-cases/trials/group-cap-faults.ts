import { isByList, isFactorial } from '#domain/trials/trial-methods'
import { designFault, designOf, type DesignSettings } from './trial-design'

type CappedGroup = DesignSettings['study_groups'][number] & { name: string; max_participants: number | null }
type CappedDesign = Omit<DesignSettings, 'study_groups'> & { study_groups: readonly CappedGroup[] }

/** With more caps there are too many ways in which groups can close. */
const MOST_CAPPED_GROUPS = 6

/**
 * Why study groups may not have these caps, by the field to correct. A group is closed when it has its participants, so two others
 * must always stay open, or every later allocation were certain; and the method must run whichever have closed.
 */
export const groupCapFaults = (settings: CappedDesign): Record<string, string> => {
  const open = settings.study_groups.filter(({ weight }) => weight > 0)
  const capped = open.filter(({ max_participants }) => max_participants !== null)
  const first = settings.study_groups.findIndex(({ max_participants }) => max_participants !== null)
  if (first < 0) return {}
  const fault = (message: string) => ({ [`study_groups.${first}.max_participants`]: message })
  if (isFactorial(settings.allocation_method_id)) return fault('Not available in a factorial trial')
  if (isByList(settings)) return fault('Not available with an uploaded list: a group is full when its rows are used')
  if (capped.length > MOST_CAPPED_GROUPS) return fault(`At most ${MOST_CAPPED_GROUPS} study groups may have a limit`)
  if (open.length - capped.length < 2)
    return fault('Two open study groups must have no limit. Otherwise the next group would become certain')
  for (const closed of subsetsOf(capped.map(({ id }) => id))) {
    const design = designOf({
      ...settings,
      study_groups: settings.study_groups.map((group) => ({ ...group, is_closed_at_cap: closed.includes(group.id) })),
    })
    if (design.ok) continue
    const names = settings.study_groups.filter(({ id }) => closed.includes(id)).map(({ name }) => name)
    return fault(`The method cannot continue once ${LIST.format(names)} is full. ${designFault(design.refusal)}`)
  }
  return {}
}

const LIST = new Intl.ListFormat('en-GB')

const subsetsOf = (ids: readonly number[]): number[][] =>
  ids.reduce<number[][]>((subsets, id) => [...subsets, ...subsets.map((subset) => [...subset, id])], [[]])
