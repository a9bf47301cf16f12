/*
 * Runs the server's worker thread from its source, since threads of this version of Node read no TypeScript themselves.
 */
import { register } from 'tsx/esm/api'

register()
await import('../../src/server/use-cases/simulation/simulation-worker.ts')
