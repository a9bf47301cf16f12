import { pino, type Level, type Logger } from 'pino'
import pretty from 'pino-pretty'

/** What a person at a terminal needs to know, and what a service leaves behind. */
const USUAL: Record<'terminal' | 'elsewhere', Level> = { terminal: 'warn', elsewhere: 'info' }

/**
 * The log of the process: lines to read in a terminal, JSON elsewhere. Each line is written at once: it tells of what happened also
 * when nothing happens after it.
 */
export const openLog = (level: Level | null, isTerminal: boolean): Logger =>
  pino(
    {
      level: level ?? USUAL[isTerminal ? 'terminal' : 'elsewhere'],
      serializers: { error: pino.stdSerializers.err },
    },
    isTerminal
      ? pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', errorLikeObjectKeys: ['error'] })
      : pino.destination({ sync: true }),
  )
