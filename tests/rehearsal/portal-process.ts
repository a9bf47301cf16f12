import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILT_SERVER } from '../support/built-files'
import { freePort } from '../support/free-port'
import { FAST_REQUESTS } from '../support/portal'
import { openChild, type Child } from './child'
import type { Programs } from './programs'

/** The built server, at the same address after every start, with a clock that can be moved. */
export type PortalProcess = Child & {
  url: string
  /** Moves its clock by this many milliseconds, also while it does not run. */
  moveClock: (milliseconds: number) => void
}

/** `name` is the name of its files in the folder. */
export const openPortalProcess = async (
  { folder, name, programs }: { folder: string; name: string; programs: Programs },
  environment: Record<string, string>,
): Promise<PortalProcess> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const clock = join(folder, `${name}.clock`)
  writeFileSync(clock, '0')
  const env = {
    ...FAST_REQUESTS,
    PORT: String(port),
    INSTANCE: 'test',
    SEED_KEY: '5eed'.repeat(16),
    CLOCK_FILE: clock,
    ...environment,
  }
  const begin = () =>
    programs.start(name, process.execPath, ['--import', MOVED_CLOCK, BUILT_SERVER], {
      log: join(folder, `${name}.log`),
      env,
    })
  const child = openChild(name, begin, () => isReady(url))
  return {
    ...child,
    url,
    moveClock: (milliseconds) => {
      writeFileSync(clock, String(milliseconds))
      child.signal('SIGUSR2')
    },
  }
}

const MOVED_CLOCK = fileURLToPath(new URL('moved-clock.mjs', import.meta.url))

const isReady = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status === 200
}
