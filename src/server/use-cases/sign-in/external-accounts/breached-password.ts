import { createHash } from 'node:crypto'
import type { ServerContext } from '../../call/server-context'

/**
 * Whether a password is in the product's list of breached ones, in any letter case, or in the service at
 * `BREACHED_PASSWORDS_URL`, where that is set. A service that does not answer in time is logged and counts as no.
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

/** The length of a hash in the list: a password outside it matches by chance once in billions. */
const MARK_LENGTH = 8

const markOf = (password: string): string =>
  createHash('sha256').update(password.toLowerCase()).digest('base64url').slice(0, MARK_LENGTH)

let list: Promise<ReadonlySet<string>> | null = null

const loadedList = (): Promise<ReadonlySet<string>> => (list ??= loadList())

const loadList = async (): Promise<ReadonlySet<string>> => {
  const { default: lines } = await import('./breached/breached-passwords.txt?raw')
  return new Set(lines.trimEnd().split('\n'))
}

/** How long the answer may take, in milliseconds: a person waits at a form. */
const PATIENCE_MS = 2000

/** The digits of the hash that are sent; some hundreds of passwords share them (k-anonymity). */
const SENT_DIGITS = 5

/**
 * Asks the service by the beginning of the hash, as Have I Been Pwned and its mirrors answer it. The password never leaves this
 * machine.
 */
const isInRange = async (url: string, password: string): Promise<boolean> => {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const answer = await fetch(`${url.replace(/\/$/, '')}/${hash.slice(0, SENT_DIGITS)}`, {
    headers: { 'Add-Padding': 'true' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!answer.ok) throw new Error(`the answer was ${answer.status}`)
  // Lines that only pad the answer have the count 0.
  return new RegExp(`^${hash.slice(SENT_DIGITS)}:0*[1-9]`, 'im').test(await answer.text())
}
