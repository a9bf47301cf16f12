/** What is said where a site must be named and is not. */
export const SITE_REQUIRED = 'Site is required'

/** What is said of a site that another trial has, or none. */
export const SITE_UNKNOWN = 'This site is not part of the trial'

/** Whether a site that takes part must be opened before anybody is randomised there, and has not been. */
export const awaitsOpening = (
  trial: { readonly is_opening_sites: boolean },
  site: { readonly is_deleted: boolean; readonly opened_at?: string | null | undefined },
): boolean => trial.is_opening_sites && !site.is_deleted && (site.opened_at ?? null) === null
