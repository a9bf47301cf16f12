import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../support/until'
import { signalTree } from './programs'

/** A program that can be started again in the same place, as systemd does with a service. */
export type Child = {
  /** Starts the program unless it runs, repeats that if it exits at once, and waits until it answers. */
  start: () => Promise<void>
  /** Ends the program and its child processes at once. */
  kill: () => Promise<void>
  /** Asks the program to end, and waits until it has finished what it began. */
  stop: () => Promise<void>
  /** Sends a signal to the program alone; does nothing if it does not run. */
  signal: (name: NodeJS.Signals) => void
}

/** The time in which a program must answer, in milliseconds. */
const PATIENCE = 600_000

export const openChild = (name: string, begin: () => ChildProcess, answers: () => Promise<boolean>): Child => {
  let child: ChildProcess | null = null
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  return {
    start: () =>
      until(
        `${name} answers`,
        async () => {
          if (!isRunning()) child = begin()
          return answers()
        },
        PATIENCE,
      ),
    kill: async () => {
      if (child?.pid === undefined || !isRunning()) return
      const ended = once(child, 'exit')
      signalTree(child.pid, 'SIGKILL')
      await ended
    },
    stop: async () => {
      if (child === null || !isRunning()) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
    signal: (signal) => {
      if (isRunning()) child?.kill(signal)
    },
  }
}
