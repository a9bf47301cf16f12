import { beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { grant } from '../../../../support/a-trial'
import { posted, valueOf } from '../../../../support/ask'
import { groupsInBlocks, rowsOf } from '../../../../support/list-rows'
import { aTrialByList, confirmWaiting, nameAuthor, startTrial, upload } from '../../../../support/own-list'
import { testPortal } from '../../../../support/portal'
import { filled, READS } from '../../../../support/reads'
import { renamed } from '../../../../support/renamed'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'

/* The same trial twice, with lists that differ in every row. Blinded people receive the same bytes in both. */

const BLOCKS = ['ABBA', 'BBAA', 'ABAB', 'AABB', 'BABA']
const EXCHANGED = ['BAAB', 'AABB', 'BABA', 'BBAA', 'ABAB']

const BLINDED = ['coordinator', 'monitor', 'blinded-nurse'] as const satisfies readonly SampleAccountKey[]
type Listener = (typeof BLINDED)[number] | 'nurse'

/** All answers to these people, from the start of the trial to the end of its list and beyond. */
const lived = async (blocks: readonly string[]): Promise<Record<Listener, string>> => {
  const world = await testPortal({ seed: 'one seed' })
  try {
    const trial = await aTrialByList(world, { participant_id_warning_id: 1 })
    const { trial_id, sites } = trial
    await grant(world, { person: 'coordinator', role: 'System administrator', trial_id: null, site_id: null })
    await grant(world, { person: 'coordinator', role: 'Trial viewer', trial_id, site_id: null, is_blinded_whole: true })
    await grant(world, {
      person: 'monitor',
      role: 'Trial administrator',
      trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    const atSite = { trial_id, site_id: sites[0]?.id ?? 0 }
    await grant(world, { person: 'blinded-nurse', role: 'Site user', ...atSite, is_blinded_whole: true })
    await grant(world, { person: 'nurse', role: 'Site user', ...atSite })
    const administrator = await signedInAs(world, 'administrator')
    const author = await signedInAs(world, 'pharmacist')
    valueOf(await nameAuthor(administrator, trial_id, world.personId('pharmacist')))
    valueOf(await upload(author, trial_id, rowsOf(groupsInBlocks(trial, blocks))))
    valueOf(await confirmWaiting(administrator, trial_id))
    valueOf(await startTrial(administrator, trial_id))
    const people: Record<Listener, SignedIn> = {
      coordinator: await signedInAs(world, 'coordinator'),
      monitor: await signedInAs(world, 'monitor'),
      'blinded-nurse': await signedInAs(world, 'blinded-nurse'),
      nurse: await signedInAs(world, 'nurse'),
    }
    const answers: Record<Listener, string[]> = { coordinator: [], monitor: [], 'blinded-nurse': [], nurse: [] }
    const hears = async (key: Listener, path: string, init: RequestInit = {}) => {
      const response = await people[key].fetch(path, init)
      answers[key].push(`${path}: ${response.status} ${await response.text()}`)
    }
    for (let place = 0; place <= 20; place += 1) {
      await hears(
        'blinded-nurse',
        `trials/${trial_id}/participants`,
        posted({ site_id: atSite.site_id, participant_strata: [] }),
      )
      world.clock.step(60)
    }
    const { queries } = world.database
    const drawn = await queries.selectFrom('participants').select('id').orderBy('id').execute()
    const entry = await queries
      .selectFrom('audit_log')
      .select('id')
      .where('kind', '=', 'list_confirmed')
      .executeTakeFirst()
    const ids = {
      trial_id,
      site_id: sites[0]?.id ?? 0,
      participant_id: drawn[0]?.id ?? 0,
      user_id: world.personId('nurse'),
      simulation_id: 1,
      study_pack_id: 1,
      audit_log_id: entry?.id ?? 0,
    }
    for (const key of [...BLINDED, 'nurse'] as const)
      for (const [, { path }] of READS) await hears(key, filled(path, ids))
    const answersTo = (key: Listener) => renamed(answers[key].join('\n').replaceAll(world.url, 'here'))
    return {
      coordinator: answersTo('coordinator'),
      monitor: answersTo('monitor'),
      'blinded-nurse': answersTo('blinded-nurse'),
      nurse: answersTo('nurse'),
    }
  } finally {
    await world.stop()
  }
}

describe('two lists that differ in every row', () => {
  let one: Record<Listener, string>
  let other: Record<Listener, string>
  beforeAll(async () => {
    one = await lived(BLOCKS)
    other = await lived(EXCHANGED)
  }, 300_000)

  test('do differ to who sees groups', () => {
    expect(one.nurse).not.toBe(other.nurse)
  })

  test.each(BLINDED)('are the same to a blinded %s, the refusal of the last one among it', (key) => {
    const linesOf = (text: string) => text.split('\n').map((line) => line.replaceAll(OUTBOX_KEY, 'the key'))
    expect(linesOf(one[key])).toEqual(linesOf(other[key]))
  })

  test('refuse the last one by name, to a blinded nurse too', () => {
    expect(one['blinded-nurse']).toContain('list_used_up')
  })
})

/** The key depends on the address of the portal, which differs between the worlds. */
const OUTBOX_KEY = /(?<="key":")[\w+/]{43}=/g
