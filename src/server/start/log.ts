import { errorInLog } from '../ground/error-in-log'
import { pino, type Level, type Logger } from 'pino'
import pretty from 'pino-pretty'

/** The default levels: what a person at a terminal needs, and what a service records. */
const USUAL: Record<'terminal' | 'elsewhere', Level> = { terminal: 'warn', elsewhere: 'info' }

/**
 * The log of the process: readable lines in a terminal, JSON elsewhere. Each line is written at once, so that a crash loses
 * none.
 */
export const openLog = (level: Level | null, isTerminal: boolean): Logger =>
  pino(
    {
      level: level ?? USUAL[isTerminal ? 'terminal' : 'elsewhere'],
      serializers: { error: errorInLog },
    },
    isTerminal
      ? pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', errorLikeObjectKeys: ['error'] })
      : pino.destination({ sync: true }),
  )
