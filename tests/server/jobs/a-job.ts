import { pino } from 'pino'
import type { Job } from '../../../src/server/jobs/job'
import type { Portal } from '../../../src/server/portal'
import type { TestPortal } from '../../support/portal'

/** A job of every quarter of an hour that counts its runs, and does in them what it is given. */
export const aJob = (name: string, work: (portal: Portal) => Promise<void> = async () => {}) => {
  const counted = { runs: 0 }
  const job: Job = {
    name,
    hours: '*/15 * * * *',
    run: async (portal) => {
      counted.runs += 1
      await work(portal)
    },
  }
  return { ...job, counted }
}

type LogLine = { level: number; msg: string; job?: string; trial_id?: number; error?: { message: string } }

/** A portal whose log can be read. */
export const listening = ({ portal }: Pick<TestPortal, 'portal'>, more: Partial<Portal> = {}) => {
  const lines: LogLine[] = []
  const log = pino(
    { base: null, timestamp: false, serializers: { error: pino.stdSerializers.err } },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  return { portal: { ...portal, ...more, log }, lines }
}
