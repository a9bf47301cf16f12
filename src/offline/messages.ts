/**
 * What a page says to the service worker. The words stay understood for ever: a page of an old version talks to a
 * new worker.
 * - SKIP_WAITING: the person at this page agreed to the new version that waits (workbox-window's own word).
 */
export const pageMessageTypes = ['SKIP_WAITING'] as const
export type PageMessage = { type: (typeof pageMessageTypes)[number] }

/** Parses what arrived at the worker; undefined for anything that no page of ours says. */
export function readPageMessage(data: unknown): PageMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  const type = pageMessageTypes.find((known) => known === data.type)
  return type && { type }
}
