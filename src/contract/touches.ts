/**
 * What a write may change: the paths of GET calls whose answers may differ afterwards. `users/*` is `users` and every path below
 * it. Path parameters that the write has too are of the same value.
 */
export type Touches = readonly string[]

export const PERSON_TOUCHES: Touches = ['users/*', 'auth/me', 'trials/{trial_id}/users']

/** A permission decides what its person sees, and that person may be the caller. */
export const PERMISSION_TOUCHES: Touches = ['users/*', 'auth/me/*', 'trials/{trial_id}/users']

/** The permitted actions in a trial depend on its status and sites. */
export const TRIAL_TOUCHES: Touches = ['trials', 'trials/{trial_id}/*', 'auth/me/trial-permission/{trial_id}/*']

export const PARTICIPANT_TOUCHES: Touches = [
  'trials/{trial_id}',
  'trials/{trial_id}/participants/*',
  'trials/{trial_id}/statistics',
  'trials/{trial_id}/messages',
]

export const PACK_TOUCHES: Touches = [...PARTICIPANT_TOUCHES, 'trials/{trial_id}/study-packs/*']

/** Whether a write that touches these changes the answers of a GET with this path. */
export const isTouched = (touches: Touches, path: string): boolean =>
  touches.some((touched) =>
    touched.endsWith('/*') ? path === touched.slice(0, -2) || path.startsWith(touched.slice(0, -1)) : path === touched,
  )
