import { GROUPS_HIDDEN } from '#domain/documents/randomisation-specification'
import { TRIAL_DOCUMENT_NAMES, type TrialDocumentName } from '#domain/reports/trial-document'
import { RANDOMISATION_METHODS, type RandomisationMethodName } from '#domain/trials/trial-methods'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { readChain } from '../../../support/audit-chain'
import { documentFile, documentPath } from '../../../support/document-calls'
import { downloadExport, exportToken } from '../../../support/export-calls'
import { everybody, GROUP_WORDS, staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { readDocx } from '../../../support/read-docx'
import { printed } from '../../../support/read-symbols'
import { SETTINGS_OF_METHODS } from '../../../support/settings-of-methods'

/*
 * The text for the protocol and its sealed appendix: who may have which, and secrets that neither has (decision 0096).
 */

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>
let trial: BuiltTrial

const SEX = [{ name: 'Sex', options: ['Female', 'Male'] }]
const BLOCKS: TrialOverrides = {
  randomisation_method_id: 1,
  block_size_min: 14,
  block_size_max: 18,
  is_stratified: true,
  trial_strata: SEX,
}

beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
  trial = await staffedTrial(world, BLOCKS)
})
afterAll(() => world.stop())

const linesFor = async (who: SampleAccountKey, of: BuiltTrial, name: TrialDocumentName) =>
  readDocx((await documentFile(world, people[who], of, { name, format: 'docx' })).bytes)

const blindedTrial = async (blinding: 'is_blinded_partial' | 'is_blinded_whole') => {
  const own = await staffedTrial(world, BLOCKS)
  const { trial_id } = own
  const tokens = await Promise.all(
    TRIAL_DOCUMENT_NAMES.map((name) => exportToken(people.administrator, documentPath(trial_id, name))),
  )
  await grant(world, { person: 'administrator', role: 'Trial viewer', trial_id, site_id: null, [blinding]: true })
  return { own, tokens }
}

describe('they are for nobody else', () => {
  test.each(['coordinator', 'pharmacist', 'nurse', 'monitor', 'unblinder'] as const)(
    'than level 4: %s',
    async (who) => {
      for (const name of TRIAL_DOCUMENT_NAMES) {
        const { status, problem } = await exportToken(people[who], documentPath(trial.trial_id, name))
        expect(`${name} ${status} ${problem?.code}`).toBe(`${name} 403 forbidden`)
      }
    },
  )

  test.each(['is_blinded_partial', 'is_blinded_whole'] as const)(
    'who is blinded (%s) has the text for the protocol alone, also by tokens of before',
    async (blinding) => {
      const { own, tokens } = await blindedTrial(blinding)
      for (const [place, name] of TRIAL_DOCUMENT_NAMES.entries()) {
        const path = documentPath(own.trial_id, name)
        const isOpen = name === 'randomisation-specification'
        const { response, bytes } = await downloadExport(
          world.url,
          path,
          `token=${tokens[place]?.value?.token}&format=docx`,
        )
        expect([name, response.status]).toEqual([name, isOpen ? 200 : 403])
        const { problem } = await exportToken(people.administrator, path)
        expect([name, problem?.code]).toEqual([name, isOpen ? undefined : 'blinded'])
        if (!isOpen) continue
        const text = readDocx(bytes).join('\n')
        expect(text).toContain(GROUPS_HIDDEN)
        expect(text).not.toMatch(GROUP_WORDS)
        expect(text).not.toMatch(/1 : 1|\b14\b|\b18\b/)
      }
    },
  )

  test('a token is for one document and one download', async () => {
    const path = documentPath(trial.trial_id, 'randomisation-specification')
    const { value } = await exportToken(people.administrator, path)
    const query = `token=${value?.token}&format=pdf`
    const appendix = documentPath(trial.trial_id, 'sealed-appendix')
    expect((await downloadExport(world.url, appendix, query)).problem?.code).toBe('download_token_invalid')
    expect((await downloadExport(world.url, path, query)).response.status).toBe(200)
    expect((await downloadExport(world.url, path, query)).problem?.code).toBe('download_token_invalid')
  })

  test('none comes in another form', async () => {
    const path = documentPath(trial.trial_id, 'sealed-appendix')
    const { value } = await exportToken(people.administrator, path)
    expect((await downloadExport(world.url, path, `token=${value?.token}&format=xlsx`)).response.status).toBe(422)
  })
})

test('the ratio of the protocol is of the groups that are open, and one at its cap is closed', async () => {
  const study_groups = ['Baloxavir', 'Peramivir', 'Favipiravir'].map((name, place) => ({
    name,
    label: `Box ${name}`,
    ...(place === 2 ? { max_participants: 1 } : {}),
  }))
  const capped = await staffedTrial(world, { study_groups, randomisation_method_id: 4 })
  await world.database.queries
    .updateTable('study_groups')
    .set({ is_closed_at_cap: true })
    .where('trial_id', '=', capped.trial_id)
    .where('name', '=', 'Favipiravir')
    .execute()
  const lines = await linesFor('administrator', capped, 'randomisation-specification')
  expect(lines).toContain('Baloxavir : Peramivir = 1 : 1; closed: Favipiravir')
})

test('the limits of study groups are in the sealed appendix alone', async () => {
  const study_groups = ['Baloxavir', 'Peramivir', 'Favipiravir'].map((name, place) => ({
    name,
    ...(place === 2 ? { max_participants: 37 } : {}),
  }))
  const capped = await staffedTrial(world, { study_groups, randomisation_method_id: 4 })
  const appendix = (await linesFor('administrator', capped, 'sealed-appendix')).join('|')
  expect(appendix).toContain('Study group|Most participants|Favipiravir|37|')
  expect(appendix).toContain('A full group is closed before the next draw: its weight becomes 0.')
  const protocol = (await linesFor('administrator', capped, 'randomisation-specification')).join('|')
  expect(protocol).not.toMatch(/\b37\b|Most participants/)
  expect((await linesFor('administrator', trial, 'sealed-appendix')).join('|')).not.toContain('Limits of study groups')
})

describe('what the protocol must not tell', () => {
  /** The usual settings, and those that a method requires. */
  const NEEDED: Partial<Record<RandomisationMethodName, TrialOverrides>> = {
    blocked: { block_size_min: 2, block_size_max: 2 },
    chosen_blocks: { chosen_block_sizes: '4' },
  }

  const planned = ({ id }: (typeof RANDOMISATION_METHODS)[number], settings: TrialOverrides = {}) =>
    staffedTrial(world, { status: 'planning', randomisation_method_id: id, trial_strata: SEX, ...settings })

  const nameless = (lines: readonly string[], { trial_id }: BuiltTrial) =>
    lines.map((line) => line.replaceAll(new RegExp(`[0-9a-f]{64}|^${trial_id}$|(?<=^Trial )${trial_id}\\b`, 'g'), '…'))

  test.each(RANDOMISATION_METHODS)(
    'by $name: no setting changes a word of it, and the appendix has them',
    async (method) => {
      const one = await planned(method, NEEDED[method.name])
      const other = await planned(method, SETTINGS_OF_METHODS[method.name])
      const [ofOne, ofOther] = [
        await linesFor('administrator', one, 'randomisation-specification'),
        await linesFor('administrator', other, 'randomisation-specification'),
      ]
      expect(nameless(ofOne, one)).toEqual(nameless(ofOther, other))
      const appendix = (await linesFor('administrator', other, 'sealed-appendix')).join('\n')
      for (const value of Object.values(SETTINGS_OF_METHODS[method.name])) expect(appendix).toContain(String(value))
    },
  )
})

test('two trials that differ in all that is hidden are the same to who is blinded, in both forms', async () => {
  const hidden: TrialOverrides[] = [
    BLOCKS,
    {
      ...BLOCKS,
      block_size_min: 3,
      block_size_max: 9,
      study_groups: [{ name: 'Baloxavir', label: 'Box B', weight: 2 }, { name: 'Peramivir' }, { name: 'Placebo' }],
    },
  ]
  const read = []
  for (const overrides of hidden) {
    const own = await staffedTrial(world, { title: 'One or the other', ...overrides })
    const { trial_id } = own
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    const name = 'randomisation-specification'
    const pdf = (await documentFile(world, people.administrator, own, { name, format: 'pdf' })).bytes
    const pages = (await printed(pdf, 36)).map(({ text }) => text.replaceAll(/\s+/g, ' '))
    const lines = [...(await linesFor('administrator', own, name)), ...pages]
    read.push(
      lines.map((line) =>
        line
          .replaceAll(/[0-9a-f]{40,}( [0-9a-f]+)?/g, '…')
          .replaceAll(new RegExp(`^${trial_id}$|(?<=rial |portal )${trial_id}\\b`, 'g'), 'ID'),
      ),
    )
  }
  expect(read[0]).toEqual(read[1])
})

describe('the sealed appendix', () => {
  test('has the design in the words of the ledger, its head, and never the seed', async () => {
    const lines = await linesFor('administrator', trial, 'sealed-appendix')
    const { record } = await world.database.queries
      .selectFrom('ledger_records')
      .select('record')
      .where('trial_id', '=', trial.trial_id)
      .where('record_no', '=', 1)
      .executeTakeFirstOrThrow()
    const design = lines.find((line) => line.startsWith('{"block_size_max"'))
    expect(design).toBeDefined()
    expect(record).toContain(`"design":${design}`)
    const stored = await world.database.queries
      .selectFrom('trials')
      .select(['ledger_head', 'seed_encrypted'])
      .where('id', '=', trial.trial_id)
      .executeTakeFirstOrThrow()
    expect(lines).toContain(stored.ledger_head)
    expect(lines.join('\n')).not.toContain(stored.seed_encrypted)
  })

  test('comes as a PDF with the same words', async () => {
    const { response, bytes } = await documentFile(world, people.administrator, trial, {
      name: 'sealed-appendix',
      format: 'pdf',
    })
    expect(response.headers.get('Content-Type')).toBe('application/pdf')
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="trial-${trial.trial_id}-sealed-appendix-2026-11-21.pdf"`,
    )
    const text = (await printed(bytes, 36)).map((page) => page.text).join(' ')
    for (const words of ['Confidential: for unblinded statisticians only.', 'Zanamivir', '14', '1/3']) {
      expect(text).toContain(words)
    }
  })
})

test('each download is recorded, with which document it was and in which form', async () => {
  const before = (await readChain(world.database.queries, trial.trial_id)).entries.length
  for (const name of TRIAL_DOCUMENT_NAMES)
    await documentFile(world, people.administrator, trial, { name, format: 'docx' })
  await documentFile(world, people.administrator, trial, { name: 'randomisation-report', format: 'pdf' })
  const entries = (await readChain(world.database.queries, trial.trial_id)).entries.slice(before)
  expect(entries.map(({ kind, description }) => `${kind}: ${description}`)).toEqual([
    `report_downloaded: Randomisation specification of trial ${trial.trial_id} downloaded as Word document`,
    `report_downloaded: Sealed appendix of trial ${trial.trial_id} downloaded as Word document`,
    `report_downloaded: Randomisation report of trial ${trial.trial_id} downloaded as Word document`,
    `report_downloaded: Randomisation report of trial ${trial.trial_id} downloaded as PDF`,
  ])
})
