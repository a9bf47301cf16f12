/*
 * Loaded into a server process that is measured. Reports over IPC, on request, the longest time for which its event
 * loop was blocked.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

// Each answer is the longest delay since the one before, in milliseconds.
process.on('message', () => {
  process.send?.(delay.max / 1e6)
  delay.reset()
})
// The channel must not keep a stopping server alive.
process.channel?.unref()
