import { join } from 'node:path'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { SAMPLE_ACCOUNTS } from '../../src/server/doors/idp/sample-accounts'
import { launchChromium } from '../support/chromium'
import { startServer } from '../support/server-process'
import { handSeconds, handsAt, type Hands } from './hands'
import type { Job } from './job'
import { BENCH_CODE, JOBS_OF_A_DAY } from './jobs-of-a-day'
import { JOBS_OF_SUPPLY } from './jobs-of-supply'

type Row = Record<string, string | number>

const PATIENCE_MS = 60_000

/**
 * Presses and seconds of a day's jobs, beside those of the review. The times of the hands come from the keystroke-level
 * model, that of the machine is measured. A job that cannot be completed has no figures.
 */
export const jobTimes = async (work: string): Promise<Row[]> => {
  const place = { database_url: undefined, data_dir: join(work, 'jobs') }
  await labelPacks(place)
  const server = await startServer(place)
  const browser = await launchChromium()
  const begin = async ({ as, screen }: Pick<Job, 'as' | 'screen'>) => {
    const context = await browser.newContext({ viewport: screen, hasTouch: screen.width < 1000, locale: 'en-GB' })
    context.setDefaultTimeout(PATIENCE_MS)
    const page = await context.newPage()
    await page.goto(server.url)
    const hands = handsAt(page)
    const began = performance.now()
    await signsIn(hands, as)
    return { context, page, hands, ms: performance.now() - began }
  }
  try {
    const rows: Row[] = []
    const nurse = await begin({ as: 'nurse', screen: { width: 768, height: 1024 } })
    rows.push(rowOf({ name: 'sign in', as: 'nurse', reviewed: { presses: 3, seconds: 7 } }, nurse.hands, nurse.ms))
    await nurse.context.close()
    for (const job of [...JOBS_OF_A_DAY, ...JOBS_OF_SUPPLY]) {
      const { context, page } = await begin(job)
      // The page's store and requests are at rest before the job begins.
      await page.waitForLoadState('networkidle')
      const hands = handsAt(page)
      const began = performance.now()
      const isDone = await job.do(hands).then(
        () => true,
        (error: unknown) => {
          process.stderr.write(`${job.name}: ${String(error)}\n`)
          return false
        },
      )
      rows.push(rowOf(job, isDone ? hands : null, performance.now() - began))
      await context.close()
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

const rowOf = ({ name, as, reviewed }: Pick<Job, 'name' | 'as' | 'reviewed'>, hands: Hands | null, ms: number): Row => {
  const effort = hands?.effort()
  const machine = ms / 1000
  return {
    job: name,
    who: as,
    presses: effort?.presses ?? '—',
    reviewed: reviewed.presses,
    characters: effort?.characters ?? '—',
    'machine (s)': effort === undefined ? '—' : machine.toFixed(1),
    'in all (s)': effort === undefined ? '—' : (handSeconds(effort) + machine).toFixed(1),
    'reviewed (s)': reviewed.seconds,
  }
}

const signsIn = async (hands: Hands, key: Job['as']): Promise<void> => {
  const { page, press } = hands
  const account = SAMPLE_ACCOUNTS.find((one) => one.key === key)
  await press(page.getByRole('link', { name: 'Sign in' }))
  await press(page.getByRole('link', { name: 'University single sign-on' }))
  await press(page.getByRole('button', { name: new RegExp(`^${account?.name}`) }))
  await page.getByRole('heading', { name: `Welcome, ${account?.name}` }).waitFor()
}

/** Loads the sample, and gives each of its labels the same three digits. */
const labelPacks = async (place: { database_url: undefined; data_dir: string }): Promise<void> => {
  const server = await startServer(place)
  await server.stop()
  const database = await openDatabase(place, (problem, error) => {
    throw new Error(problem, { cause: error })
  })
  try {
    await database.queries
      .updateTable('study_packs')
      .set({ confirmation_code: BENCH_CODE })
      .where('confirmation_code', 'is not', null)
      .execute()
  } finally {
    await database.close()
  }
}
