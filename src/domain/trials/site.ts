/** The message where a site is required and missing. */
export const SITE_REQUIRED = 'Site is required'

/** The message for a site that does not belong to the trial. */
export const SITE_UNKNOWN = 'This site is not part of the trial'

/** Whether a site that takes part must be opened before its first randomisation, and has not been. */
export const awaitsOpening = (
  trial: { readonly is_opening_sites: boolean },
  site: { readonly is_deleted: boolean; readonly opened_at?: string | null | undefined },
): boolean => trial.is_opening_sites && !site.is_deleted && (site.opened_at ?? null) === null
