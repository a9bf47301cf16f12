type Group = { factorial_level?: number | null | undefined }

/**
 * Study groups that are compared with each other: all of them, or in a factorial trial those of each factor; `suffix`
 * names the factor.
 */
export const groupsByFactor = <G extends Group>(groups: readonly G[]): { suffix: string; groups: G[] }[] => {
  const factors = new Set(groups.map(factorOf))
  return [...factors]
    .sort((a, b) => a - b)
    .map((factor) => ({
      suffix: factor === NO_FACTOR ? '' : `, factor ${factor}`,
      groups: groups.filter((group) => factorOf(group) === factor),
    }))
}

const NO_FACTOR = 0
const factorOf = ({ factorial_level }: Group): number => factorial_level ?? NO_FACTOR
