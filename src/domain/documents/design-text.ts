import { weightSum, type AllocationDesign, type DesignCell, type OneRatioDesign } from '../randomisation/design'
import { PERCENT, type Probability } from '../randomisation/minimisation-probability'
import { oneRatioDesigns } from '../randomisation/ratios'
import { drawnSettingNamesOf } from '../trials/method-setting'
import { METHOD_SETTINGS, RANDOMISATION_METHODS } from '../trials/trial-methods'
import { ratioOf, type NamedGroup } from './documented-trial'
import { table, type DocumentBlock, type Fact } from './text-document'

/** The title of the method of a design. */
export const methodTitle = ({ method }: AllocationDesign): string =>
  RANDOMISATION_METHODS.find(({ name }) => name === method)?.title ?? method

/** The settings by which a design draws, each by its title. They tell what a protocol may not say. */
export const settingsOfDesign = (design: AllocationDesign): Fact[] => {
  const values = new Map<string, unknown>(Object.entries(design))
  return drawnSettingNamesOf(design.method).map((name): Fact => {
    if (design.method === 'minimisation' && name === 'minimisation_probability')
      return ['Probability p', probabilityText(design)]
    const value = values.get(name)
    return [METHOD_SETTINGS[name].title, typeof value === 'number' || typeof value === 'string' ? String(value) : null]
  })
}

/** p as `80%`, or as `2/3` where that is no whole percent. */
export const probabilityText = ({ minimisation_probability, minimisation_out_of }: Probability): string =>
  minimisation_out_of === PERCENT
    ? `${minimisation_probability}%`
    : `${minimisation_probability}/${minimisation_out_of}`

/** A cell by the names of its groups: `Zanamivir`, in a factorial trial `Zanamivir + Aspirin`. */
const cellName = ({ group_ids }: DesignCell, groups: readonly NamedGroup[]): string =>
  group_ids.map((id) => groups.find((group) => group.id === id)?.name ?? `group ${id}`).join(' + ')

/** The ratio of the cells of a design; where it differs by an option, that of each option by its name. */
export const ratioOfCells = (
  design: AllocationDesign,
  groups: readonly NamedGroup[],
  nameOfOption: (optionId: number) => string,
): string =>
  oneRatioDesigns(design)
    .map(({ option, design: { cells } }) => {
      const ratio = ratioOf(cells.map((cell) => ({ name: cellName(cell, groups), weight: cell.weight })))
      return option === null ? ratio : `${nameOfOption(option)}: ${ratio}`
    })
    .join('; ')

/** Each cell with its weight and its share of all allocations. */
export const cellTable = ({ cells }: OneRatioDesign, groups: readonly NamedGroup[]): DocumentBlock => {
  const all = weightSum(cells)
  return table(
    [
      { heading: 'Cell', share: 1, isFigure: true },
      { heading: 'Study groups', share: 4 },
      { heading: 'Weight', share: 1, isFigure: true },
      { heading: 'Share', share: 1, isFigure: true },
    ],
    cells.map((cell, place) => [String(place), cellName(cell, groups), String(cell.weight), `${cell.weight}/${all}`]),
  )
}

/** Whether allocation uses strata, sites and flags: simple randomisation uses none, and only a method that counts uses flags. */
export const usedByDesign = (design: AllocationDesign): Record<'strata' | 'site' | 'flags', boolean> => {
  const method = RANDOMISATION_METHODS.find(({ name }) => name === design.method)
  const isStratifying = method?.strata !== 'recorded'
  return {
    strata: isStratifying && design.is_stratified,
    site: isStratifying && design.is_site_stratified,
    flags: method?.is_counting === true && design.exclude_flagged_participants,
  }
}

/** In a few words, for a table: the method, its settings, and what it is stratified by. */
export const designInBrief = (design: AllocationDesign): string => {
  const { strata, site } = usedByDesign(design)
  return [
    methodTitle(design),
    ...settingsOfDesign(design).map(([title, value]) => `${title}: ${value}`),
    strata ? 'by strata' : design.ratios === undefined ? 'strata not used' : 'strata used for the ratio alone',
    site ? 'by site' : 'site not used',
  ].join('; ')
}
