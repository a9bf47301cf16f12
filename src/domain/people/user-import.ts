/** The columns of a file of users; the zone may be left out. */
export const USER_COLUMNS = ['name', 'email', 'timezone'] as const

/**
 * Every address of a list that stands further up in it already, by its place from 0 on. Addresses are compared as mail
 * does, without regard to upper and lower case; rows are counted from 1.
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
