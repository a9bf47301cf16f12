import { Session, type Debugger } from 'node:inspector'
import { workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { openLog } from './log'

/**
 * A worker thread: waits until the process's own thread has not beaten for as many seconds as it is told, says in the log what
 * that thread was doing, and ends the process. The only effects at import are here.
 */

const { beats, limit_s } = v.parse(v.object({ beats: v.instance(Int32Array), limit_s: v.number() }), workerData)

/** A thread that waits inside the operating system never says what it is doing. */
const PATIENCE_MS = 5000

/** Its own seconds, not a clock's: a machine that slept has counted none. */
const untilSilent = (): void => {
  const bell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let seen = Atomics.load(beats, 0)
  for (let silent_s = 0; silent_s < limit_s;) {
    Atomics.wait(bell, 0, 0, 1000)
    const now = Atomics.load(beats, 0)
    silent_s = now === seen ? silent_s + 1 : 0
    seen = now
  }
}

/** The functions that the process's own thread is in, the innermost first. Names of functions only, no data. */
const mainThreadsFunctions = (): Promise<string[]> =>
  new Promise((resolve) => {
    setTimeout(() => resolve([]), PATIENCE_MS)
    const session = new Session()
    session.connectToMainThread()
    session.on('Debugger.paused', ({ params }) => resolve(params.callFrames.map(nameOf)))
    session.post('Debugger.enable')
    session.post('Debugger.pause')
  })

const nameOf = ({ functionName, location }: Debugger.CallFrame): string =>
  `${functionName || 'a function without a name'}, line ${location.lineNumber + 1}`

untilSilent()
const functions = await mainThreadsFunctions()
openLog(null, false).fatal({ functions }, `the process did nothing for ${limit_s} seconds and ends`)
process.kill(process.pid, 'SIGKILL')
