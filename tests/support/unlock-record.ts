import type { UnlockRecord } from '#offline/unlock-record'

/** The record of a nurse's PIN with every try left. It is made quickly and opens nothing. */
export const aPinRecord = async (): Promise<UnlockRecord<'pin'>> => ({
  sub: 'nurse',
  session: 'one',
  name: 'Amara Hughes',
  salt: new Uint8Array(16),
  cost: { memory_kib: 64, passes: 1 },
  device_key: await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  wrapped: '',
  tries_left: 5,
})
