/** The names of a study group or a site; a site has no label. */
type Names = { readonly name: string; readonly label: string | null }

/** A study group or a site of a form: with its id, or new. */
type Sent = Names & { readonly id?: number | undefined }
type Stored = Names & { readonly id: number }

/** A study group or a site whose name or label changes. */
export type Renaming = { readonly id: number; readonly old: Names; readonly new: Names }

/** Whether records exist under the names of a child, by its id; a new child has none. */
export type IsInUse = (id: number | undefined) => boolean

/** A field whose name another child has. */
type TakenName = { readonly index: number; readonly field: keyof Names }

/**
 * A name without differences that people overlook: letter case, spaces, invisible characters, kinds of dashes and Unicode
 * forms. Names with the same result count as the same.
 */
const comparableName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\p{Dash_Punctuation}/gu, '-')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

/** The children of a form whose name or label differs from the stored one, in the order of the form. */
export const renamingsOf = (sent: readonly Sent[], stored: readonly Stored[]): Renaming[] =>
  sent.flatMap((child) => {
    const before = stored.find(({ id }) => id === child.id)
    if (before === undefined || (before.name === child.name && before.label === child.label)) return []
    return [{ id: before.id, old: namesOf(before), new: namesOf(child) }]
  })

/**
 * The new names and labels in a form that another child of the list has or had. `former` are the earlier names by their child's
 * id. Without this check, a record under a name could later be read as another group or site
 * (src/decisions/0039-names-of-groups-and-sites.md). The name of a child not in use is free.
 */
export const takenNames = (
  sent: readonly Sent[],
  stored: readonly Stored[],
  former: readonly Stored[],
  isInUse: IsInUse,
): TakenName[] => {
  const owners = new Map<string, Set<number | string>>()
  const ownNames = (owner: number | string, names: Names) => {
    for (const text of [names.name, names.label]) {
      if (text === null) continue
      const name = comparableName(text)
      owners.set(name, (owners.get(name) ?? new Set()).add(owner))
    }
  }
  for (const names of [...stored, ...former]) ownNames(names.id, names)
  for (const [index, child] of sent.entries()) ownNames(ownerOf(child, index), child)
  const before = new Map(stored.map((child) => [child.id, child]))
  return sent.flatMap((child, index) =>
    FIELDS.flatMap((field) => {
      const text = child[field]
      if (text === null || (child.id !== undefined && before.get(child.id)?.[field] === text)) return []
      const having = [...(owners.get(comparableName(text)) ?? [])]
      const isTaken =
        having.length > 1 && having.some((owner) => isInUse(typeof owner === 'number' ? owner : undefined))
      return isTaken ? [{ index, field }] : []
    }),
  )
}

/** The owner of a name: a stored child by its id, a new one by its place. */
const ownerOf = ({ id }: Sent, index: number): number | string => id ?? `new ${index}`

/** A name at the time of an allocation, with the present one beside it where they differ. */
export const nameThenAndNow = (then: string, now: string): string => (then === now ? then : `${then} (now ${now})`)

/**
 * The names of a study group at the time of an allocation with the present ones beside them; null where they are the same. A
 * missing label is shown as missing.
 */
export const namesThenAndNow = (then: Names | null, now: Names): Names => {
  if (then === null) return namesOf(now)
  const label = then.label === null || now.label === null ? then.label : nameThenAndNow(then.label, now.label)
  return { name: nameThenAndNow(then.name, now.name), label }
}

const FIELDS = ['name', 'label'] as const

const namesOf = ({ name, label }: Names): Names => ({ name, label })
