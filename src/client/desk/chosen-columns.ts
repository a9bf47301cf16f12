/*
 * The chosen columns of a list, by their keys. They may name some that the present trial has not: those keep their place, so that a trial
 * without packs changes nothing of a trial with packs.
 */

export const withColumn = (chosen: readonly string[], key: string): readonly string[] => [...chosen, key]

export const withoutColumn = (chosen: readonly string[], key: string): readonly string[] =>
  chosen.filter((one) => one !== key)

/** Moves a column one place up (-1) or down (1) among those that are there. */
export const moved = (
  chosen: readonly string[],
  present: readonly string[],
  key: string,
  step: 1 | -1,
): readonly string[] => {
  const shown = chosen.filter((one) => present.includes(one))
  const other = shown[shown.indexOf(key) + step]
  if (other === undefined) return chosen
  const rest = withoutColumn(chosen, key)
  const at = rest.indexOf(other) + (step > 0 ? 1 : 0)
  return [...rest.slice(0, at), key, ...rest.slice(at)]
}
