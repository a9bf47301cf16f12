import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

const require = createRequire(import.meta.url)
const REDOCLY = require.resolve('@redocly/cli/bin/cli.js')

/** The faults that Redocly finds in an OpenAPI document by the specification's own rules. */
export const lintOpenApi = async (document: unknown): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    return problemsIn(await run(folder))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const run = (folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const command = [REDOCLY, 'lint', '--extends=spec', '--format=json', 'openapi.json']
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    execFile(process.execPath, command, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }, (error, printed) => {
      if (printed.includes('{')) resolve(printed)
      else reject(new Error('The validator did not run', { cause: error }))
    })
  })

const problemsIn = (printed: string): string[] =>
  v
    .parse(report, JSON.parse(printed))
    .problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer ?? '#'}: ${message}`)

const report = v.object({
  problems: v.array(
    v.object({
      ruleId: v.string(),
      message: v.string(),
      location: v.array(v.object({ pointer: v.optional(v.string()) })),
    }),
  ),
})
