import { write } from 'node:fs'
import { Session, type Debugger } from 'node:inspector'
import { workerData } from 'node:worker_threads'

/**
 * A worker thread: waits until the main thread has not counted for `limit_s` seconds, logs what it was doing, and ends the process, even
 * if the log cannot be written. The only effects at import are here.
 */

const { counts, limit_s }: { counts: Int32Array; limit_s: number } = workerData

/** How long the log and the debugger may take, in milliseconds: a thread that waits inside the operating system answers neither. */
const LONGEST_END_MS = 5000
/** How long the log may take of that, in milliseconds. */
const LONGEST_WRITE_MS = 2000

/** Counts seconds of its own, not a clock's: a machine that slept has none. */
const waitUntilStalled = (): void => {
  const neverWoken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let last = Atomics.load(counts, 0)
  for (let stalled_s = 0; stalled_s < limit_s;) {
    Atomics.wait(neverWoken, 0, 0, 1000)
    const now = Atomics.load(counts, 0)
    stalled_s = now === last ? stalled_s + 1 : 0
    last = now
  }
}

/** One line, as the log of the process writes them. Names of functions only, no data. */
const lineAbout = (frames: readonly Debugger.CallFrame[]): string =>
  `${JSON.stringify({
    level: 60,
    time: Date.now(),
    pid: process.pid,
    functions: frames.map(({ functionName, location }) => `${functionName}, line ${location.lineNumber + 1}`),
    msg: `the main thread did nothing for ${limit_s} seconds, and the process ends`,
  })}\n`

/**
 * Interrupts the main thread, logs its functions and has it exit. As process 1 of a container, only its own thread can end it: the system
 * drops the signal below.
 */
const exitMainThread = (): void => {
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.paused', ({ params }) => {
    const exit = () => session.post('Runtime.evaluate', { expression: 'process.reallyExit(1)' })
    write(1, lineAbout(params.callFrames), exit)
    // A full pipe takes nothing and reports nothing.
    setTimeout(exit, LONGEST_WRITE_MS)
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

const kill = () => process.kill(process.pid, 'SIGKILL')

waitUntilStalled()
setTimeout(kill, LONGEST_END_MS)
process.on('uncaughtException', kill)
exitMainThread()
