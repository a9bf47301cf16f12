import type { StoredAction } from '#contract/stored-action'

/** An action as the person at the page did it, in the session that is open there. */
export type DoneHere = Omit<StoredAction, 'author' | 'session'>

/** The argument of `storesSealed`, as one text. */
export const doneHere = (name: string, actions: readonly DoneHere[]): string => JSON.stringify({ name, actions })

/**
 * Stores actions in a page's outbox as if the signed-in person had done each, sealed with the key of their session. It
 * saves a person's time, and is self-contained, because the browser runs it.
 */
export const storesSealed = async (text: string): Promise<void> => {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error(String(request.error))))
    })
  const { name, actions }: { name: string; actions: DoneHere[] } = JSON.parse(text)
  const token = localStorage.getItem('equipoise.token')?.split('.')[1] ?? ''
  const { sub, sid }: { sub: string; sid: string } = JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/')))
  const keys = await done(indexedDB.open('equipoise-outbox-keys'))
  const row: { key: CryptoKey } = await done(keys.transaction('keys').objectStore('keys').get(sid))
  keys.close()

  const encoder = new TextEncoder()
  const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const seal = async (bound: unknown[], clear: string) => {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const additionalData = encoder.encode(`equipoise-outbox|${JSON.stringify(bound)}`)
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, row.key, encoder.encode(clear))
    return base64(iv) + base64(new Uint8Array(sealed))
  }
  const items = await Promise.all(
    actions.map(async ({ id, version, targets, state, ...more }) => {
      const clear = { id, version, author: { sub, name }, targets, state }
      const bound = ['action', id, version, sub, name, targets, state]
      return {
        ...clear,
        label: await seal(['label', id, sub], more.label),
        content: await seal(bound, JSON.stringify({ ...clear, ...more, session: sid })),
      }
    }),
  )
  const outbox = await done(indexedDB.open('equipoise-outbox'))
  const stored = outbox.transaction('items', 'readwrite').objectStore('items')
  await Promise.all(items.map((item) => done(stored.add({ id: item.id, item }))))
  outbox.close()
}
