/*
 * The entries of the error table that a page may show before its later parts are loaded. `ERRORS` has them as well.
 */

export const NOT_FOUND = { status: 404, title: 'Not found', message: 'Resource not found' } as const

export const TOKEN_EXPIRED = {
  status: 401,
  title: 'Signed out',
  message: 'Your session has expired. Please sign in again',
} as const
