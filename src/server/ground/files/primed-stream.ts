import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'

/**
 * A stream whose first chunk is there, so that what fails before rejects here and can be told with a status of its own. What fails
 * later is logged and breaks the connection, so that no part is taken for the whole.
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
        // What is there at once the server would read on to count bytes, and answer an error that it met there in that error's
        // own words, which are no one's business.
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
