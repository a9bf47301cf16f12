import { drawKeys } from './draw-keys'
import { indexDrawer } from './index-drawer'
import type { SimulationPlan } from './simulation-plan'
import type { SimulationSource } from './simulation-source'

/** A participant before the draw, everything as indexes. The same object is filled again for the next one. */
export type Recruit = {
  readonly site: number
  /** The option of each stratum, whether or not the design uses it. */
  readonly options: readonly number[]
  /** The state keys as `drawKeys` numbers them. */
  readonly keys: readonly number[]
}

/** Where participants come from: number 0, 1, … of a simulated trial. */
export type Recruitment = (source: SimulationSource, number: number) => Recruit

/** Participants who come to a site and have each option with chances as the plan's shares say, independently. */
export const drawnRecruits = ({ design, sizes, site_shares, option_shares }: SimulationPlan): Recruitment => {
  const drawSite = indexDrawer(site_shares)
  const drawOption = option_shares.map(indexDrawer)
  const { write } = drawKeys(design, sizes.sites)
  const options = drawOption.map(() => 0)
  const keys: number[] = []
  const recruit = { site: 0, options, keys }
  return (source) => {
    recruit.site = drawSite(source)
    let index = 0
    for (const draw of drawOption) {
      options[index] = draw(source)
      index += 1
    }
    write(recruit.site, options, keys)
    return recruit
  }
}
