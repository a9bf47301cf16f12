/** Where the API stands on its host. */
export const API_BASE = '/api/v1'

/** The mark that every answer of the API carries, so that a captive portal's page is never taken for one. */
export const API_MARK = { name: 'X-Api', value: 'equipoise/1' } as const
