/** The addresses of one database: of each server that may be its primary. */
export type DatabaseAddresses = {
  /** An address of one host each, in the order in which they are tried. */
  addresses: readonly string[]
  /** Whether only a server that accepts changes may be used; the others are passed over. */
  is_read_write: boolean
}

/** A password may have an `@` in it: the last one before the path separates it from the hosts. */
const PARTS = /^(?<before>postgres(?:ql)?:\/\/(?:[^/?]*@)?)(?<hosts>[^/?@]*)(?<after>[/?].*)?$/i
const ATTRIBUTE = 'target_session_attrs'
/** libpq's names for a server that accepts changes. */
const TAKES_CHANGES = new Set<string | null>(['read-write', 'primary'])

/**
 * The addresses in `postgres://user:password@db1:5432,db2:5432/name?target_session_attrs=read-write`, libpq's way to
 * write them. Null for a text that is no such address.
 */
export const databaseAddresses = (text: string): DatabaseAddresses | null => {
  const { before = '', hosts = '', after = '' } = PARTS.exec(text)?.groups ?? {}
  const found = hosts.split(',').map((host) => `${before}${host}${after}`)
  if (!found.every((each) => URL.canParse(each))) return null
  const wanted = new Set(found.map((each) => new URL(each).searchParams.get(ATTRIBUTE)))
  const is_read_write = [...wanted].every((attribute) => TAKES_CHANGES.has(attribute))
  // Of several hosts only one accepts changes.
  if (found.length > 1 && !is_read_write) return null
  return { addresses: is_read_write ? found.map(withoutAttribute) : found, is_read_write }
}

const withoutAttribute = (text: string): string => {
  const address = new URL(text)
  address.searchParams.delete(ATTRIBUTE)
  return address.href
}
