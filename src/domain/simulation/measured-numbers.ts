/** Points of a curve over the participants of a trial. */
const MAX_POINTS = 50

/** Up to 50 of the numbers 1 … `participants`, evenly spread, the first and the last among them. */
export const measuredNumbers = (participants: number): readonly number[] => {
  const points = Math.min(participants, MAX_POINTS)
  const step = points === 1 ? 0 : (participants - 1) / (points - 1)
  return Array.from({ length: points }, (_, point) => 1 + Math.round(point * step))
}

/** For each participant, counted from 0, the point at which they stand, or −1. */
export const pointOfParticipant = (numbers: readonly number[]): readonly number[] => {
  const points = Array.from({ length: numbers.at(-1) ?? 0 }, () => -1)
  for (const [point, number] of numbers.entries()) points[number - 1] = point
  return points
}
