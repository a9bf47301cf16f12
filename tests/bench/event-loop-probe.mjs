/* Loaded into a server process that is measured: answers, when asked over IPC, how long its event loop was blocked at most. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

// Answered with the longest delay since the last time, in milliseconds.
process.on('message', () => {
  process.send?.(delay.max / 1e6)
  delay.reset()
})
// The channel must not hold up the end of a server that is told to stop.
process.channel?.unref()
