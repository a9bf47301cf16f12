import type { AdvisedDesign, TrialFeatures } from './advised-design'
import { RECOMMENDATION_RULES, type RecommendationRule, type RuleFigure } from './recommendation-rules'

/** How a design stands to one rule; `value` is null where the simulation could not tell. */
export type JudgedRule = {
  readonly rule: RecommendationRule
  readonly value: number | null
  readonly limit: number
  readonly isBroken: boolean
}

/** A design with its rank, 1 being the first, and the reason for it in a sentence or two. */
export type RankedDesign = {
  readonly letter: string
  readonly rank: number
  readonly reason: string
  readonly rules: readonly JudgedRule[]
}

/**
 * Ranks the designs of a comparison for a trial like this, by the rules that apply to it: first who breaks rules of less
 * weight, then who stays further below the limits. The figures are means of simulated trials; a person decides.
 */
export const recommend = (designs: readonly AdvisedDesign[], trial: TrialFeatures): readonly RankedDesign[] => {
  const judged = designs.map((design) => {
    const rules = RECOMMENDATION_RULES.filter(({ weight }) => weight(trial) > 0).map((rule) =>
      judge(rule, design, trial),
    )
    return { letter: design.letter, rules, cost: costOf(rules, trial) }
  })
  const sorted = judged.toSorted(
    (one, other) => one.cost.broken - other.cost.broken || one.cost.strain - other.cost.strain,
  )
  return sorted.map(({ letter, rules }, index) => ({ letter, rules, rank: index + 1, reason: reasonOf(rules, trial) }))
}

const judge = (rule: RecommendationRule, design: AdvisedDesign, trial: TrialFeatures): JudgedRule => {
  const value = rule.value(design, trial)
  const limit = rule.limit(trial)
  return { rule, value, limit, isBroken: value !== null && value > limit }
}

/** The weight of the rules that are broken, and how near all values are to their limits. */
const costOf = (rules: readonly JudgedRule[], trial: TrialFeatures) => {
  let broken = 0
  let strain = 0
  for (const { rule, value, limit, isBroken } of rules) {
    const weight = rule.weight(trial)
    if (isBroken) broken += weight
    if (value !== null && limit > 0) strain += (weight * Math.max(0, value)) / limit
  }
  return { broken, strain }
}

/** Of a design that breaks rules, the first of these in order of importance; else what it does best. */
const reasonOf = (rules: readonly JudgedRule[], trial: TrialFeatures): string => {
  const broken = rules.filter(({ isBroken }) => isBroken)
  const [first] = broken
  if (first !== undefined) {
    const words = first.rule.broken(shown(first.value, first.rule.figure), shown(first.limit, first.rule.figure), trial)
    const others = broken.length - 1
    return others === 0 ? words : `${words} It breaks ${others === 1 ? 'one more rule' : `${others} more rules`}.`
  }
  const best = rules.find(({ value }) => value !== null)
  const words = best === undefined ? '' : ` ${best.rule.met(shown(best.value, best.rule.figure), trial)}`
  return `It meets every rule.${words}`
}

/** A figure of a rule as it stands in a sentence: `7.1%`, `4.9`. */
export const shown = (value: number | null, figure: RuleFigure): string => {
  if (value === null) return 'not worked out'
  switch (figure) {
    case 'share':
      return `${(100 * value).toFixed(1)}%`
    case 'number':
      return value.toFixed(1)
    case 'flag':
      return value === 0 ? 'no' : 'yes'
  }
}
