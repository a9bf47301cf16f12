import type { RowProgress } from '#contract/row-count'
import { accepted, refused, type Outcome } from '#domain/outcome'
import ky from 'ky'
import { countedText } from './counted-text'
import type { Answered, AnswerFailure } from './read-answer'

/** A request to be sent. */
export type OutgoingRequest = {
  address: URL
  method: string
  headers: Record<string, string>
  body: unknown
  /** The answer is a file, read as bytes; a refusal is still text. */
  is_file: boolean
  /** The time for the answer with its body, in milliseconds; null for any time. */
  timeout_ms: number | null
  signal: AbortSignal | undefined
  outlives_page: boolean
  /** Called with the number of received rows, where the answer announces a number. */
  onRows: (rows: RowProgress) => void
  /** Sends the request to the network, or through this device's store where it stores such answers. */
  fetch: (request: Request) => Promise<Response>
}

/** Sends one request once and returns its whole answer, of any status; refused where there was none in time. */
export const exchange = async (request: OutgoingRequest): Promise<Outcome<Answered, AnswerFailure>> => {
  const { address, method, headers, body } = request
  const limit = limited(request)
  try {
    const answer = await ky(address, {
      method,
      headers,
      fetch: (input, init) => request.fetch(new Request(input, init)),
      ...(body === undefined ? {} : { json: body }),
      signal: limit.signal,
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      // The API never redirects a call, so a redirect comes from something else.
      redirect: 'manual',
      cache: 'no-store',
      keepalive: request.outlives_page,
      credentials: 'same-origin',
    })
    const { status, headers: answered } = answer
    if (!request.is_file || !answer.ok) {
      return accepted({ status, headers: answered, text: await countedText(answer, request.onRows) })
    }
    return accepted({ status, headers: answered, text: '', bytes: new Uint8Array(await answer.arrayBuffer()) })
  } catch (error) {
    return refused(failureOfThrown(error, limit.isTimedOut(), request.signal?.aborted ?? false))
  } finally {
    limit.clear()
  }
}

/** A signal that aborts the request when its time is over or its caller aborts. */
const limited = ({ signal, timeout_ms }: Pick<OutgoingRequest, 'signal' | 'timeout_ms'>) => {
  const controller = new AbortController()
  let timedOut = false
  const end = () => {
    timedOut = true
    controller.abort()
  }
  const timer = timeout_ms === null ? undefined : setTimeout(end, timeout_ms)
  const abort = () => controller.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    isTimedOut: () => timedOut,
    clear: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

const failureOfThrown = (error: unknown, isTimedOut: boolean, isAborted: boolean): AnswerFailure => {
  if (isTimedOut) return { kind: 'timeout', code: 'ECONNABORTED' }
  if (isAborted) return { kind: 'aborted' }
  // Any other error of fetch means that there was no answer.
  return { kind: 'network', code: codeOf(error) ?? 'ERR_NETWORK' }
}

/** The code of a network error, where the platform has one. */
const codeOf = (error: unknown): string | null => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return null
}
