/**
 * The places of labels without overlap: as near as possible to their own places, in the same order, at least `gap`
 * apart. In: places in px, in any order; out: the moved places, in the order of the input.
 */
export const spreadLabels = (places: readonly number[], gap: number): number[] => {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place || a.index - b.index)
  const blocks: { first: number; sum: number; members: number[] }[] = []
  for (const { place, index } of order) {
    blocks.push({ first: place, sum: place, members: [index] })
    mergeBack(blocks, gap)
  }
  const moved = [...places]
  for (const { first, members } of blocks) for (const [at, index] of members.entries()) moved[index] = first + at * gap
  return moved
}

/** Blocks that touch become one around the middle of their own places. */
const mergeBack = (blocks: { first: number; sum: number; members: number[] }[], gap: number): void => {
  for (let last = blocks.pop(); last !== undefined; last = blocks.pop()) {
    const before = blocks.at(-1)
    if (before === undefined || before.first + before.members.length * gap <= last.first) {
      blocks.push(last)
      return
    }
    blocks.pop()
    const members = [...before.members, ...last.members]
    const sum = before.sum + last.sum
    blocks.push({ first: sum / members.length - ((members.length - 1) * gap) / 2, sum, members })
  }
}
