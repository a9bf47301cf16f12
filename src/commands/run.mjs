import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the project, from which every command works. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program in the project's folder with its output shown. Answers its exit code, 1 where it could not run. */
export const run = (program, args, environment = {}) =>
  spawnSync(program, args, { cwd: projectFolder, stdio: 'inherit', env: { ...process.env, ...environment } }).status ??
  1

/** Runs a required step: where it fails, the command ends with its exit code. */
export const mustRun = (task, program, args, environment) => {
  process.stdout.write(`${task} …\n`)
  const code = run(program, args, environment)
  if (code === 0) return
  process.stderr.write(`${task} failed (exit code ${code})\n`)
  process.exit(code)
}
