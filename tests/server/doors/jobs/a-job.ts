import { pino } from 'pino'
import type { Job } from '../../../../src/server/doors/jobs/job'
import type { ServerContext } from '../../../../src/server/use-cases/call/server-context'
import type { TestPortal } from '../../../support/portal'

/** A job that is due every quarter of an hour. It counts its runs and does the given work in each. */
export const aJob = (name: string, work: (context: ServerContext) => Promise<void> = async () => {}) => {
  const counted = { runs: 0 }
  const job: Job = {
    name,
    hours: '*/15 * * * *',
    run: async (context) => {
      counted.runs += 1
      await work(context)
    },
  }
  return { ...job, counted }
}

type LogLine = { level: number; msg: string; job?: string; trial_id?: number; error?: { message: string } }

/** A portal whose log can be read. */
export const listening = ({ context }: Pick<TestPortal, 'context'>, more: Partial<ServerContext> = {}) => {
  const lines: LogLine[] = []
  const log = pino(
    { base: null, timestamp: false, serializers: { error: pino.stdSerializers.err } },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  return { context: { ...context, ...more, log }, lines }
}
