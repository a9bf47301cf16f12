import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkAuditChains } from '../../../../../src/server/doors/jobs/check-audit-chains'
import { sequencesOf } from '../../../../../src/server/ground/db/backup-tables'
import { findSampleTrial } from '../../../../../src/server/start/sample-data/sample-lock'
import { checkEveryTrial } from '../../../../../src/server/use-cases/operation/self-check/check-every-trial'
import { serverDatabase, TEST_SERVER, type TestDatabase } from '../../../../support/database'
import { PG_DUMP, PG_RESTORE } from '../../../../support/operators-programs'
import { START } from '../../../../support/portal'
import { randomise } from '../../../../support/randomise'
import { sampleDatabase } from '../../../../support/sample-database'
import { signedInAs } from '../../../../support/sign-in'
import { samplePortal } from '../../../start/sample-data/sample-portal'

/** The sample may have to be made first, in milliseconds. */
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

/* The sample is dumped and restored with PostgreSQL's own programs, with the options that `help/backup.md` names. */

const STROKE = 'The International Stroke Trial, UK'

describe.runIf(TEST_SERVER && PG_DUMP && PG_RESTORE)('a dump by pg_dump, restored into a new database', () => {
  let source: TestDatabase
  let target: TestDatabase
  let world: Awaited<ReturnType<typeof samplePortal>> & { database: TestDatabase }
  const folder = mkdtempSync(join(tmpdir(), 'pg-dump-'))
  const file = join(folder, 'monday.dump')

  beforeAll(async () => {
    source = await sampleDatabase(START)
    target = await serverDatabase([])
    execFileSync(PG_DUMP ?? '', ['--format=custom', `--file=${file}`, source.url])
    execFileSync(PG_RESTORE ?? '', ['--no-owner', '--exit-on-error', `--dbname=${target.url}`, file])
    world = { ...(await samplePortal(target)), database: target }
    await world.learnPeople()
  })
  afterAll(async () => {
    await world?.stop()
    await Promise.all([source?.close(), target?.close()])
    rmSync(folder, { recursive: true })
  })

  it('has ledgers and an audit log of which nothing is found wrong', async () => {
    const ledgers = await checkEveryTrial(world.context)
    expect(ledgers).toEqual({ checked: expect.any(Number), wrong: 0, unchecked: 0 })
    expect(ledgers?.checked).toBeGreaterThan(3)
    const audited = await checkAuditChains(world.context)
    expect(audited).toEqual({ checked: expect.any(Number), wrong: 0, unchecked: 0 })
    expect(audited?.checked).toBeGreaterThan(100)
  })

  it('continues the numbers of every table', async () => {
    expect(await sequencesOf(target.queries)).toEqual(await sequencesOf(source.queries))
  })

  it('gives the next participant the next sequence number', async () => {
    const trial = await findSampleTrial(source.queries, STROKE)
    const { last } = await source.queries
      .selectFrom('participants')
      .select(({ fn }) => fn.max('trial_sequence_no').as('last'))
      .where('trial_id', '=', trial.id)
      .executeTakeFirstOrThrow()
    const nurse = await signedInAs(world, 'nurse')
    const sites = await nurse.fetch(`auth/me/trial-permission/${trial.id}/sites`)
    const { data } = v.parse(v.object({ data: v.array(v.object({ id: v.number() })) }), await sites.json())
    const { participants } = await randomise(nurse, trial.id, {
      site_id: data[0]?.id,
      participant_id: null,
      participant_strata: trial.trial_strata.map((stratum) => ({
        trial_stratum_id: stratum.id,
        trial_stratum_option_id: stratum.trial_stratum_options[0]?.id,
      })),
    })
    // The trial has two comparisons, each with its own row of the answer.
    expect(new Set(participants.map(({ trial_sequence_no }) => trial_sequence_no))).toEqual(new Set([(last ?? 0) + 1]))
  })
})
