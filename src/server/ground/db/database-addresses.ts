/** The addresses of one database: of each server that may be its primary. */
export type DatabaseAddresses = {
  /** An address of one host each, in the order in which they are tried. */
  addresses: readonly string[]
  /** Whether only a server that takes changes will do; the others are passed over. */
  is_read_write: boolean
}

const PARTS = /^(?<before>postgres(?:ql)?:\/\/(?:[^/?@]*@)?)(?<hosts>[^/?@]*)(?<after>[/?].*)?$/
const ATTRIBUTE = 'target_session_attrs'

/**
 * The addresses in `postgres://user:password@db1:5432,db2:5432/name?target_session_attrs=read-write`, which is libpq's way to write them. Null
 * where a text is no such address.
 */
export const databaseAddresses = (text: string): DatabaseAddresses | null => {
  const { before = '', hosts = '', after = '' } = PARTS.exec(text)?.groups ?? {}
  const found = hosts.split(',').map((host) => `${before}${host}${after}`)
  if (!found.every((each) => URL.canParse(each))) return null
  const wanted = new Set(found.map((each) => new URL(each).searchParams.get(ATTRIBUTE)))
  const [attribute = null] = wanted
  if (attribute !== null && attribute !== 'read-write') return null
  // Of several hosts only one takes changes.
  if (found.length > 1 && attribute === null) return null
  const addresses = attribute === null ? found : found.map(withoutAttribute)
  return { addresses, is_read_write: attribute !== null }
}

const withoutAttribute = (text: string): string => {
  const address = new URL(text)
  address.searchParams.delete(ATTRIBUTE)
  return address.href
}
