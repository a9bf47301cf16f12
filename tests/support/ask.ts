import { problem, type Problem } from '#contract/problem'
import * as v from 'valibot'
import type { SignedIn } from './sign-in'

/** The answer to a call: a value that its schema parsed, or the problem. */
export type ApiResponse<T> = {
  status: number
  headers: Headers
  replayed: boolean
  /** The answer's text as received. */
  text: string
  value: T | null
  problem: Problem | null
}

/** Makes a call in a person's name. An answer that the call's schema does not accept fails the test. */
export const ask = async <S extends v.GenericSchema>(
  who: SignedIn,
  schema: S,
  path: string,
  init?: RequestInit,
): Promise<ApiResponse<v.InferOutput<S>>> => {
  const response = await who.fetch(path, init)
  const text = await response.text()
  const answer: unknown = JSON.parse(text)
  const { status, headers, ok } = response
  const facts = { status, headers, text, replayed: headers.get('Idempotency-Replayed') === 'true' }
  return ok
    ? { ...facts, value: v.parse(schema, answer), problem: null }
    : { ...facts, value: null, problem: v.parse(problem, answer) }
}

/** A POST request with a JSON body. */
export const posted = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers,
})

/** The value of a successful answer. */
export const valueOf = <T>({ status, value, problem }: ApiResponse<T>): T => {
  if (value === null) throw new Error(`${status} ${problem?.code} ${JSON.stringify(problem?.fields)}`)
  return value
}
