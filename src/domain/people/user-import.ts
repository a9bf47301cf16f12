/** The columns of a file of users; the zone is optional. */
export const USER_COLUMNS = ['name', 'email', 'timezone'] as const

/**
 * The addresses that occur further up in the list already, by their index from 0. Compared without letter case; rows are
 * counted from 1.
 */
export const sharedAddresses = (addresses: readonly string[]): { index: number; message: string }[] => {
  const first = new Map<string, number>()
  return addresses.flatMap((address, index) => {
    const comparable = address.trim().toLowerCase()
    const before = first.get(comparable)
    if (before === undefined) first.set(comparable, index)
    return before === undefined || comparable === ''
      ? []
      : [{ index, message: `Same email address as row ${before + 1}` }]
  })
}
