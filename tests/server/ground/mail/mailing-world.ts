import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeTrialStatus } from '#contract/trials'
import type { MessageKind } from '#domain/people/notifications'
import { STARTED, trialStatusOfKey, type TrialStatusKey } from '#domain/trials/trial-status'
import type { Environment } from '../../../../src/server/start/config/config'
import type { MessageFacts } from '../../../../src/server/ground/db/message-facts'
import { SAMPLE_ACCOUNTS } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal, type TestPortalOptions } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs } from '../../../support/sign-in'

/** A portal whose emails are written into a folder of its own, unless the environment names a mail server. */
export type MailingWorld = TestPortal & { folder: string }

export const mailingWorld = async (
  environment: Environment = {},
  options: Pick<TestPortalOptions, 'passwords' | 'log'> = {},
): Promise<MailingWorld> => {
  const folder = mkdtempSync(join(tmpdir(), 'equipoise-mail-'))
  const world = await testPortal({ ...options, environment: { DATA_DIR: folder, ...environment } })
  return {
    ...world,
    folder,
    stop: async () => {
      await world.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A trial of two sites with a coordinator, a trial viewer and a partly blinded trial user. A nurse and a blinded nurse
 * are at the first site, a pharmacist at the second.
 */
export const staffedTrial = async (world: MailingWorld, overrides: TrialOverrides = {}): Promise<BuiltTrial> => {
  const trial = await aTrial(world, overrides)
  const [north, south] = trial.sites.map(({ id }) => id)
  const inTrial = { trial_id: trial.trial_id, site_id: null }
  const at = (site_id: number | undefined) => ({ trial_id: trial.trial_id, site_id: site_id ?? null })
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrial })
  await grant(world, { person: 'monitor', role: 'Trial viewer', ...inTrial })
  await grant(world, { person: 'unblinder', role: 'Trial user', ...inTrial, is_blinded_partial: true })
  await grant(world, { person: 'nurse', role: 'Site user', ...at(north) })
  await grant(world, { person: 'blinded-nurse', role: 'Site user', ...at(north), is_blinded_whole: true })
  await grant(world, { person: 'pharmacist', role: 'Site user', ...at(south) })
  return trial
}

/** Has the nurse randomise a participant at the first site. */
export const randomiseAtNorth = async (world: MailingWorld, trial: BuiltTrial, headers: Record<string, string> = {}) =>
  randomise(await signedInAs(world, 'nurse'), trial.trial_id, { site_id: trial.sites[0]?.id }, headers)

/** Sets the trial to a status, as the administrator. */
export const setStatus = async (world: MailingWorld, { trial_id }: BuiltTrial, key: TrialStatusKey) => {
  const body = { trial_status_id: trialStatusOfKey(key)?.id ?? STARTED, reason: 'For a test' }
  const administrator = await signedInAs(world, 'administrator')
  return valueOf(await ask(administrator, changeTrialStatus.response, `trials/${trial_id}/status`, posted(body)))
}

/** The stored messages of a trial, oldest first; people are named by the key of their account. */
export const storedMessages = async ({ database }: TestPortal, { trial_id }: BuiltTrial) => {
  const rows = await database.queries
    .selectFrom('messages')
    .selectAll()
    .where('trial_id', '=', trial_id)
    .$narrowType<{ facts: MessageFacts; kind: MessageKind }>()
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, to: accountOf(row.recipient_address) }))
}

const accountOf = (address: string): string => SAMPLE_ACCOUNTS.find(({ email }) => email === address)?.key ?? address

export const addressOf = (key: string): string => SAMPLE_ACCOUNTS.find((account) => account.key === key)?.email ?? key
