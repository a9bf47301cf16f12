/**
 * The member of a list at an index from 0. A missing one is a defect: it throws a `TypeError` (of `reduce`, since no rule of the domain
 * throws), so that none is made up.
 */
export const memberAt = <Member>(list: readonly Member[], index: number): Member =>
  list.slice(index, index + 1).reduce((only) => only)
