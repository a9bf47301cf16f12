import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'

/**
 * A stream whose first chunk is ready, so that an earlier failure rejects here and gets its own status. A later failure
 * is logged and breaks the connection, so that no part is taken for the whole.
 */
export const primedStream = async (
  content: ReadableStream<Uint8Array>,
  log: Logger,
): Promise<ReadableStream<Uint8Array>> => {
  const reader = content.getReader()
  const next = async () => (await reader.read()).value
  let chunk = await next()
  return new ReadableStream(
    {
      pull: async (controller) => {
        // If more chunks were ready at once, the server would read on to count bytes, and answer an error with that
        // error's own words, which may be private.
        await setImmediate()
        if (chunk === undefined) return controller.close()
        controller.enqueue(chunk)
        chunk = await rethrowLogged(log, next())
      },
      cancel: (reason) => rethrowLogged(log, reader.cancel(reason)),
    },
    { highWaterMark: 0 },
  )
}

const rethrowLogged = async <Value>(log: Logger, work: Promise<Value>): Promise<Value> => {
  try {
    return await work
  } catch (error) {
    log.error({ error }, 'answer broken off')
    throw error
  }
}
