type StoredProbability = {
  readonly minimisation_fraction?: string | null | undefined
  readonly minimisation_probability?: number | null | undefined
}

/** What is no percent: a server that knows no fractions refuses to draw by it. */
const HELD_BY_FRACTION = 0

/**
 * The settings of a trial as they are stored. Beside a fraction stands a percent that an older server refuses: it would
 * draw by the percent alone otherwise, with a wrong chance (decision 0087).
 */
export const withRefusedPercent = <Settings extends StoredProbability>(settings: Settings): Settings =>
  (settings.minimisation_fraction ?? null) === null
    ? settings
    : { ...settings, minimisation_probability: HELD_BY_FRACTION }

/** The settings of a trial as the program reads them: where a fraction holds, no percent is set. */
export const withoutRefusedPercent = <Settings extends StoredProbability>(settings: Settings): Settings =>
  (settings.minimisation_fraction ?? null) === null ? settings : { ...settings, minimisation_probability: null }
