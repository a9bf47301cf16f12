import { API_MARK } from '#contract/api-address'

/** The headers of every answer of the API, redirects and refusals included. */
export const answerHeaders = (requestId: string): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'X-Request-Id': requestId,
  [API_MARK.name]: API_MARK.value,
})

/** A finished answer with them. */
export const withAnswerHeaders = (response: Response, requestId: string): Response => {
  for (const [name, value] of Object.entries(answerHeaders(requestId))) response.headers.set(name, value)
  return response
}
