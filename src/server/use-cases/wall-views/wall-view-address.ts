/** Where wall views are shown. */
export const WALL_PATH = '/wall'

/** The secret is in the query, which is never logged. */
export const wallViewAddress = (publicUrl: string, token: string): string => `${publicUrl}${WALL_PATH}?view=${token}`
