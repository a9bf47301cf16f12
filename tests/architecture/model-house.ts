import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HOUSE = fileURLToPath(new URL('../..', import.meta.url))
const ROOMS = ['src/domain', 'src/contract', 'src/offline', 'src/server', 'src/client', 'sw']

/** The files that make the walls; the model has exact copies of them. */
const WALLS = [
  '.oxlintrc.json',
  'package.json',
  'src/tsconfig.base.json',
  'tests/architecture/house-rules.mjs',
  'tests/architecture/rooms.mjs',
  ...ROOMS.map((room) => `${room}/tsconfig.json`),
]

/** A tool's messages about a file, line by line. */
export type Findings = (path: string) => string

export type ModelHouse = {
  lint: () => Promise<Findings>
  compile: () => Promise<Findings>
  pullDown: () => Promise<void>
}

/** A repository with our walls and these sources, by path, in a folder of its own. */
export const buildModelHouse = async (sources: Record<string, string>): Promise<ModelHouse> => {
  const folder = await mkdtemp(join(tmpdir(), 'model-house-'))
  for (const wall of WALLS) await cp(join(HOUSE, wall), join(folder, wall))
  for (const [path, source] of Object.entries(sources)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `${source}\n`)
  }
  // Each package has its own link, so that files which the compiler stores beside them stay in the model.
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(join(HOUSE, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(join(HOUSE, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return {
    lint: async () => findings(await run(folder, 'oxlint/bin/oxlint', ['--format', 'unix', 'src', 'sw'])),
    compile: async () => findings(await run(folder, 'typescript/bin/tsc', ['--build', '--pretty', 'false', ...ROOMS])),
    pullDown: () => rm(folder, { recursive: true }),
  }
}

/** The output of a tool in a folder; the tool fails where it finds something. */
const run = (folder: string, tool: string, options: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const command = [join(HOUSE, 'node_modules', tool), ...options]
    execFile(process.execPath, command, { cwd: folder }, (error, printed, complaints) => {
      if (error && printed === '') reject(new Error(`${tool} did not run: ${complaints}`, { cause: error }))
      else resolve(printed)
    })
  })

const findings =
  (printed: string): Findings =>
  (path) =>
    printed
      .split('\n')
      .filter((line) => line.startsWith(`${path}:`) || line.startsWith(`${path}(`))
      .join('\n')
