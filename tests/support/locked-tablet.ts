import { expect } from 'vitest'
import type { JourneyPortal } from './journey-portal'
import type { Visitor } from './visitor'
import { dumpOf, NOBODY_ANSWERS, opensWard } from './ward'

const MINUTE = 60_000

/** The title of a locked page. */
export const LOCKED = 'This screen is locked'

/** Leaves the tablet unattended for a while. */
export const liesAbout = ({ context }: Visitor, minutes: number): Promise<void> =>
  context.clock.fastForward(minutes * MINUTE)

/** A nurse who has opened a ward's pages, on the home page. */
export const nurseAtHome = async (arrive: () => Promise<Visitor>, trialId: number): Promise<Visitor> => {
  const tablet = await arrive()
  await tablet.context.clock.install()
  await tablet.opens('/')
  await tablet.signsInAs('nurse')
  await opensWard(tablet, trialId)
  await tablet.opens('/')
  return tablet
}

/** Types a PIN with the keys on the page. */
export const types = async ({ page }: Visitor, pin: string): Promise<void> => {
  const keys = page.getByRole('group', { name: 'Keypad' })
  for (const digit of pin) await keys.getByRole('button', { name: digit, exact: true }).click()
}

/** Expects that the tablet is offline and locked, with no readable data on it. */
export const isLockedAway = async (tablet: Visitor, portal: JourneyPortal, trialId: number): Promise<void> => {
  tablet.expectsError(NOBODY_ANSWERS)
  await portal.front.goDown()
  await tablet.opens(`/trials/${trialId}/participants`)
  await tablet.sees(/Offline · since \d{2}:\d{2}/)
  await liesAbout(tablet, 16)
  await tablet.seesHeading(LOCKED)
  await expect.poll(() => keysOn(tablet)).toEqual([0, null])
  // After a reload its memory is empty too.
  await expect.poll(() => tablet.page.locator('[data-covered]').count()).toBe(1)
  await expect.poll(() => tablet.page.getByRole('table', { includeHidden: true }).count()).toBe(0)
  expect(await dumpOf(tablet)).not.toMatch(/trial_sequence_no|A trial of two tablets|selected_timezone/)
}

/** The number of outbox keys on the tablet, and the key of its stored answers. */
export const keysOn = async (tablet: Visitor): Promise<[number, unknown]> => {
  const { databases }: { databases: [string, string, { answers_key?: unknown }[]][] } = JSON.parse(await dumpOf(tablet))
  const rows = (name: string, table: string) =>
    databases.find(([database, one]) => database === name && one === table)?.[2] ?? []
  return [rows('equipoise-outbox-keys', 'keys').length, rows('equipoise-snapshots', 'owner')[0]?.answers_key]
}

/** The audit log's entries about offline unlocks, without times. */
export const audited = async ({ database }: JourneyPortal): Promise<string[]> => {
  const entries = database.queries.selectFrom('audit_log').select('description').orderBy('id')
  const found = await entries.where('kind', 'in', ['unlocked_offline', 'offline_unlock_ended']).execute()
  return found.map(({ description }) => description.replace(/, at .*/s, ''))
}
