import type { LateAnswer } from './late-answers'

/**
 * Messages from a page to the service worker. Their names never change, since a page of an old version talks to a new worker.
 * - SKIP_WAITING: the person accepted the waiting version (workbox-window's own name).
 * - TELL_VERSION: the worker posts its version to the port of the message.
 */
export const pageMessageTypes = ['SKIP_WAITING', 'TELL_VERSION'] as const
export type PageMessage = { type: (typeof pageMessageTypes)[number] }

/** Parses a message that arrived at the worker; undefined for anything but a message of our pages. */
export function readPageMessage(data: unknown): PageMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  const type = pageMessageTypes.find((candidate) => candidate === data.type)
  return type && { type }
}

/**
 * Messages from the worker to its pages. Their names never change either.
 * - LATE: the server's answer, received after a stored one was shown; pages that show that replace it. FRESHER, without the
 *   answer, is what earlier workers sent.
 * - UNKEPT: this device could not store or read an answer, and why.
 * - VERSION: the version of the worker.
 * - WAKE: the network is back; pages with unsent actions try to send them.
 */
export type WorkerMessage =
  | ({ type: 'LATE' } & LateAnswer)
  | { type: 'UNKEPT'; words: string }
  | { type: 'VERSION'; version: string }
  | { type: 'WAKE' }

/** The tag of the background sync by which the browser wakes the worker when the network is back. */
export const SYNC_TAG = 'equipoise-outbox'

/** Parses a message that arrived at a page; undefined for anything but a message of our worker. */
export function readWorkerMessage(data: unknown): WorkerMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (isLate(data)) {
    const { type, owner, scope, status, headers, body } = data
    return { type, owner, scope, status, headers, body }
  }
  if (data.type === 'UNKEPT' && 'words' in data && typeof data.words === 'string')
    return { type: data.type, words: data.words }
  if (data.type === 'VERSION' && 'version' in data && typeof data.version === 'string')
    return { type: data.type, version: data.version }
  if (data.type === 'WAKE') return { type: data.type }
  return undefined
}

const isLate = (data: object): data is { type: 'LATE' } & LateAnswer =>
  'type' in data &&
  data.type === 'LATE' &&
  'owner' in data &&
  (data.owner === null || typeof data.owner === 'string') &&
  'scope' in data &&
  typeof data.scope === 'string' &&
  'status' in data &&
  typeof data.status === 'number' &&
  'headers' in data &&
  Array.isArray(data.headers) &&
  data.headers.every(isHeader) &&
  'body' in data &&
  data.body instanceof ArrayBuffer

const isHeader = (header: unknown): boolean =>
  Array.isArray(header) && header.length === 2 && header.every((part) => typeof part === 'string')
