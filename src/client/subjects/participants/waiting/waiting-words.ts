/** Shown wherever a participant who waits could be randomised now. */
export const PLACES_FREE = 'Places are free'
