import { createHash } from 'node:crypto'
import type { ServerContext } from '../../call/server-context'

/**
 * Whether a password has been stolen somewhere: by the list that comes with the product, in any case of its letters, and where
 * `BREACHED_PASSWORDS_URL` is set, by asking there. An answer that does not come in time is logged and counts as no.
 */
export const isBreached = async (
  { config, log }: Pick<ServerContext, 'config' | 'log'>,
  password: string,
): Promise<boolean> => {
  const text = password.normalize('NFC')
  const listed = await loadedList()
  if (listed.has(markOf(text))) return true
  if (config.breached_passwords_url === null) return false
  try {
    return await isInRange(config.breached_passwords_url, text)
  } catch (error) {
    log.warn({ error }, 'the service for breached passwords could not be asked')
    return false
  }
}

/** So many characters of a hash stand in the list: a password that is not in it is taken for one of it once in billions. */
const MARK_LENGTH = 8

const markOf = (password: string): string =>
  createHash('sha256').update(password.toLowerCase()).digest('base64url').slice(0, MARK_LENGTH)

let list: Promise<ReadonlySet<string>> | null = null

const loadedList = (): Promise<ReadonlySet<string>> => (list ??= loadList())

const loadList = async (): Promise<ReadonlySet<string>> => {
  const { default: lines } = await import('./breached/breached-passwords.txt?raw')
  return new Set(lines.trimEnd().split('\n'))
}

/** Milliseconds that the answer may take: somebody waits at a form. */
const PATIENCE_MS = 2000

/** So many digits of the hash are told; some hundreds of passwords share them (k-anonymity). */
const TOLD_DIGITS = 5

/** Asks with the beginning of the hash, as Have I Been Pwned and its mirrors answer it. The password never leaves this machine. */
const isInRange = async (url: string, password: string): Promise<boolean> => {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const answer = await fetch(`${url.replace(/\/$/, '')}/${hash.slice(0, TOLD_DIGITS)}`, {
    headers: { 'Add-Padding': 'true' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!answer.ok) throw new Error(`the answer was ${answer.status}`)
  // Lines that only hide the length of the answer tell a count of nought.
  return new RegExp(`^${hash.slice(TOLD_DIGITS)}:0*[1-9]`, 'im').test(await answer.text())
}
