import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

type Started = { name: string; process: ChildProcess }

/** The programs of a rehearsal, each by its process id. */
export type Programs = {
  /**
   * Starts a program whose output goes to `log`. PostgreSQL and Patroni refuse to run as root, so root starts
   * everything as `postgres`.
   */
  start: (name: string, file: string, args: readonly string[], settings: Starting) => ChildProcess
  /** Ends every started program that still runs. */
  endAll: () => Promise<void>
}

type Starting = { log: string; env?: NodeJS.ProcessEnv }

/** The user of the programs: `postgres` if root rehearses, otherwise the present user. */
export const ownerOfPrograms = (): { uid: number; gid: number } | null => {
  if (process.getuid?.() !== 0) return null
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export const openPrograms = (): Programs => {
  const started: Started[] = []
  const owner = ownerOfPrograms()
  return {
    start: (name, file, args, { log, env = {} }) => {
      const output = openSync(log, 'a')
      const child = spawn(file, args, {
        cwd: '/',
        stdio: ['ignore', output, output],
        env: { PATH: process.env['PATH'], ...env },
        ...owner,
      })
      closeSync(output)
      // A program that could not be started fails the wait for it, and its log has the cause.
      child.on('error', () => {})
      started.push({ name, process: child })
      return child
    },
    endAll: async () => {
      // The last first, so that no program runs without its dependencies.
      for (const { process } of started.toReversed()) {
        if (process.pid === undefined || process.exitCode !== null || process.signalCode !== null) continue
        const ended = new Promise((resolve) => process.once('exit', resolve))
        signalTree(process.pid, 'SIGCONT')
        signalTree(process.pid, 'SIGKILL')
        await ended
      }
    },
  }
}

/** Sends a signal to a process and all its descendants, the parents first. A process that is gone is skipped. */
export const signalTree = (pid: number, signal: NodeJS.Signals): void => {
  for (const each of treeOf(pid)) {
    try {
      process.kill(each, signal)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

/** A process and its descendants, by the kernel's own list. */
const treeOf = (pid: number): number[] => {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const parent = parentOf(name)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const tree = [pid]
  for (let next = 0; next < tree.length; next += 1) tree.push(...(children.get(tree[next] ?? 0) ?? []))
  return tree
}

const parentOf = (pid: string): number | null => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program is in brackets, and may have blanks.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
