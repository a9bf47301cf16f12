type StoredProbability = {
  readonly minimisation_fraction?: string | null | undefined
  readonly minimisation_probability?: number | null | undefined
}

/** Not a percentage: a server that knows no fractions refuses to draw by it. */
const STORED_AS_FRACTION = 0

/**
 * The settings of a trial as they are stored. With a fraction, the percentage is a value that an older server refuses:
 * otherwise it would draw by the percentage alone, with a wrong chance (decision 0087).
 */
export const withRefusedPercent = <Settings extends StoredProbability>(settings: Settings): Settings =>
  (settings.minimisation_fraction ?? null) === null
    ? settings
    : { ...settings, minimisation_probability: STORED_AS_FRACTION }

/** The settings of a trial as the program reads them: with a fraction, no percentage is set. */
export const withoutRefusedPercent = <Settings extends StoredProbability>(settings: Settings): Settings =>
  (settings.minimisation_fraction ?? null) === null ? settings : { ...settings, minimisation_probability: null }
