/** Groups the members of a list by a key; keys in order of their first member. */
export const grouped = <Member, Key>(list: readonly Member[], keyOf: (member: Member) => Key): Map<Key, Member[]> => {
  const groups = new Map<Key, Member[]>()
  for (const member of list) {
    const key = keyOf(member)
    const group = groups.get(key)
    if (group) group.push(member)
    else groups.set(key, [member])
  }
  return groups
}
