/** The columns of a file of users; the zone is optional. */
export const USER_COLUMNS = ['name', 'email', 'timezone'] as const

/**
 * The addresses that occur further up in the list already, by their place from 0. Compared without letter case; rows are
 * counted from 1.
 */
export const sharedAddresses = (addresses: readonly string[]): { place: number; message: string }[] => {
  const first = new Map<string, number>()
  return addresses.flatMap((address, place) => {
    const comparable = address.trim().toLowerCase()
    const before = first.get(comparable)
    if (before === undefined) first.set(comparable, place)
    return before === undefined || comparable === ''
      ? []
      : [{ place, message: `Same email address as row ${before + 1}` }]
  })
}
