import type { AllocationDesign } from '../randomisation/design'
import { oneRatioDesigns, ratioStratumIndex } from '../randomisation/ratios'
import type { CellsOfEpochs, RatioLot, WeightedCell } from '../reports/balance'

/** The ratio within an epoch of participants with these options, one of each stratum in order; none where all have the same. */
export const lotOf = (
  design: AllocationDesign,
  { epoch, option_ids }: { readonly epoch: number; readonly option_ids: readonly number[] },
): { readonly lot?: RatioLot } => {
  const option = option_ids[ratioStratumIndex(design)]
  return option === undefined ? {} : { lot: `${epoch}:${option}` }
}

/** The cells of epochs with these designs: of each lot, also of one that has no participants yet. */
export const cellsOfLots = (designs: ReadonlyMap<number, AllocationDesign>): CellsOfEpochs =>
  new Map(
    [...designs].flatMap(([epoch, design]) =>
      oneRatioDesigns(design).map(({ option, design: { cells } }): [RatioLot, readonly WeightedCell[]] => [
        option === null ? epoch : `${epoch}:${option}`,
        cells,
      ]),
    ),
  )
