/** The only foreign address that the page sends anything to, and only where a measurement id is set (decision 0045). */
export const ANALYTICS_ORIGIN = 'https://www.google-analytics.com'
