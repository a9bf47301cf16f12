import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Calls a function of a command's module as plain node does, and returns its result. */
export const nodeCall = (file: string, name: string, ...args: readonly unknown[]): unknown => {
  const module = fileURLToPath(new URL(`../../src/commands/${file}`, import.meta.url))
  const script = `
    const module = await import(process.argv[1])
    const answer = await module[process.argv[2]](...JSON.parse(process.argv[3]))
    process.stdout.write(JSON.stringify(answer))`
  const output = execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    script,
    module,
    name,
    JSON.stringify(args),
  ])
  const answer: unknown = JSON.parse(output.toString())
  return answer
}
