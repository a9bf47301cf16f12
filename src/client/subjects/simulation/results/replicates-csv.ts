import type { SimulationReplicates } from '#contract/simulation-figures'
import { csvText, type CsvCell } from '#domain/csv'

/**
 * The stored trials of every alternative, one a line; what a design has no value of is empty. `simulated` says how many there were: of
 * many only the first are stored.
 */
export const replicatesCsv = (
  alternatives: readonly { letter: string; runs: number; replicates: SimulationReplicates }[],
): string => {
  const measures = [...new Set(alternatives.flatMap(({ replicates }) => replicates.measures))]
  return csvText([
    ['alternative', 'replicate', 'simulated', ...measures],
    ...alternatives.flatMap(({ letter, runs, replicates }) => {
      const places = measures.map((measure) => replicates.measures.indexOf(measure))
      return replicates.lines.map((line, index): CsvCell[] => [
        letter,
        index + 1,
        runs,
        ...places.map((place) => line[place] ?? null),
      ])
    }),
  ])
}
