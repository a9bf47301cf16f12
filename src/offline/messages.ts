/**
 * What a page says to the service worker. The words stay understood for ever: a page of an old version talks to a
 * new worker.
 * - SKIP_WAITING: the person at this page agreed to the new version that waits (workbox-window's own word).
 * - TELL_VERSION: the worker answers its version through the port that comes with it.
 */
export const pageMessageTypes = ['SKIP_WAITING', 'TELL_VERSION'] as const
export type PageMessage = { type: (typeof pageMessageTypes)[number] }

/** Parses what arrived at the worker; undefined for anything that no page of ours says. */
export function readPageMessage(data: unknown): PageMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  const type = pageMessageTypes.find((candidate) => candidate === data.type)
  return type && { type }
}

/**
 * What the worker says to its pages:
 * - FRESHER: the server has answered what was shown from the store meanwhile; whoever shows this scope asks again.
 * - UNKEPT: this device could not keep or read an answer, and why.
 * - VERSION: which version the worker is.
 * - WAKE: the network is back, as the browser told the worker; whoever has something to send looks whether it can.
 */
export type WorkerMessage =
  | { type: 'FRESHER'; scope: string }
  | { type: 'UNKEPT'; words: string }
  | { type: 'VERSION'; version: string }
  | { type: 'WAKE' }

/** The tag under which a page asks the browser to be woken when the network is back. */
export const SYNC_TAG = 'equipoise-outbox'

/** Parses what arrived at a page; undefined for anything that no worker of ours says. */
export function readWorkerMessage(data: unknown): WorkerMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'FRESHER' && 'scope' in data && typeof data.scope === 'string')
    return { type: data.type, scope: data.scope }
  if (data.type === 'UNKEPT' && 'words' in data && typeof data.words === 'string')
    return { type: data.type, words: data.words }
  if (data.type === 'VERSION' && 'version' in data && typeof data.version === 'string')
    return { type: data.type, version: data.version }
  if (data.type === 'WAKE') return { type: data.type }
  return undefined
}
