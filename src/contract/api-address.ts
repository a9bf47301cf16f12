/** The path of the API on its host. */
export const API_BASE = '/api/v1'

/** The header on every answer of the API, by which the app tells it from a captive portal's page. */
export const API_MARK = { name: 'X-Api', value: 'equipoise/1' } as const
