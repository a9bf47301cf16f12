/* Runs the server's worker thread from its source: a thread of this version of Node reads no TypeScript by itself. */
import { register } from 'tsx/esm/api'

register()
await import('../../src/server/use-cases/simulation/simulation-worker.ts')
