/* A process that hangs after its first seconds, beside the built thread that watches it: for two seconds, not for two minutes. */
import { register } from 'tsx/esm/api'
import { setTimeout } from 'node:timers/promises'

register()
const { endWhenHung } = await import('../../src/server/start/end-when-hung.ts')
endWhenHung(new URL('../../dist/server/hang-watch.js', import.meta.url), 2)

const hangForEver = () => {
  while (performance.now() > 0);
}

// Longer than it may do nothing: what works, however slowly, is not ended.
await setTimeout(4000)
process.stdout.write('worked for four seconds\n')
hangForEver()
