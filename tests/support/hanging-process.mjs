/* A process that hangs after its first seconds, and is ended by the built thread that watches it after four, not after 120. */
import { register } from 'tsx/esm/api'
import { setTimeout } from 'node:timers/promises'

register()
const { endWhenHung } = await import('../../src/server/start/end-when-hung.ts')
const fail = (error) => {
  throw error
}
endWhenHung(new URL('../../dist/server/hang-watch.js', import.meta.url), fail, 4)

const hangForEver = () => {
  while (performance.now() > 0);
}

// Longer than it may do nothing: a process that works is not ended.
await setTimeout(8000)
// Its output may be what is full.
process.stderr.write('worked for eight seconds\n')
hangForEver()
