import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { isPublic } from '#contract/needs'

/** Every read of the API that needs a signed-in person, with the name of its call. */
export const READS = Object.entries<Endpoint>(api).filter(([, call]) => call.method === 'GET' && !isPublic(call))

/** The address of a call, with its parameters filled in. A new parameter needs a value here. */
export const filled = (path: string, values: Readonly<Record<string, number>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`nobody knows what {${name}} of ${path} stands for`)
    return String(value)
  })
