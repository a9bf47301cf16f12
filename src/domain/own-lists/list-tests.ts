/** What a list must pass before anybody is given a group by it, in the order in which it is told. */
export const LIST_TESTS = [
  { name: 'rows', title: 'Every stratum has enough rows' },
  { name: 'ratio', title: 'Study groups are in their ratio' },
  { name: 'order', title: 'No order gives groups away' },
  { name: 'copies', title: 'No stratum is a copy of another' },
  { name: 'seed', title: 'Not made by R from a usual seed' },
] as const

export type ListTest = (typeof LIST_TESTS)[number]['name']
