import { sealedAppendix } from '#domain/documents/sealed-appendix'
import { linesOf } from '#domain/documents/text-document'
import { RANDOMISATION_METHODS, type RandomisationMethodName } from '#domain/trials/trial-methods'
import type { MethodSettings } from '#domain/trials/method-setting'
import { describe, expect, it } from 'vitest'
import { SETTINGS_OF_METHODS } from '../../support/settings-of-methods'
import { designWith, GENERATION, GROUPS, specified } from './a-specified-trial'

const METHODS = RANDOMISATION_METHODS.map(({ name }) => name)

const sealed = (method: RandomisationMethodName, settings?: Partial<MethodSettings>) => ({
  groups: GROUPS.map((group) => ({ ...group, max_participants: null })),
  option_names: new Map<number, string>(),
  stratum_names: new Map([[7, 'Sex']]),
  design: designWith(method, settings),
  fault: null,
  ledger_design: '{"cells":[]}',
  nonce_hex: '0011',
  ledger_length: 3,
  ledger_head: 'cd'.repeat(32),
})

const lines = (method: RandomisationMethodName, settings?: Partial<MethodSettings>) =>
  linesOf(sealedAppendix(specified(method), sealed(method, settings), GENERATION))

describe('the sealed appendix', () => {
  it.each(METHODS)('has every setting of the method: %s', (method) => {
    const text = lines(method).join('\n')
    for (const value of Object.values(SETTINGS_OF_METHODS[method])) expect(text).toContain(String(value))
    expect(text).toContain('Confidential')
    expect(text).toContain('ab'.repeat(32))
    expect(text).toContain('cd'.repeat(32))
  })

  it.each<[RandomisationMethodName, Partial<MethodSettings>, string[]]>([
    ['blocked', { block_size_min: 3, block_size_max: 7 }, ['4', '1/2', '6', '1/2']],
    ['chosen_blocks', { chosen_block_sizes: '4,8:3' }, ['4', '1/4', '8', '3/4']],
    ['big_stick', { big_stick_limit: 4 }, ['d < 4', '1/2', 'd ≥ 4', '1']],
    [
      'biased_coin',
      { biased_coin_limit: 5, biased_coin_chance: 3, biased_coin_out_of: 4 },
      ['d = 0', '1/2', '0 < d < 5', '3/4', 'd ≥ 5', '1'],
    ],
    ['efron', { efron_chance: 2, efron_out_of: 3 }, ['d = 0', '1/2', 'd > 0', '2/3']],
    ['minimisation', {}, ['Sex', '29']],
  ])('has the chances as a table: %s %o', (method, settings, cells) => {
    expect(lines(method, settings).join('|')).toContain(cells.join('|'))
  })

  it('has the urn, p of a minimisation and a sequence in formulae', () => {
    expect(lines('urn').join('\n')).toContain('13 · w + (17 − 19) · N + 19 · w · n')
    expect(lines('minimisation').join('\n')).toContain('p = 83%')
    expect(lines('minimisation', { minimisation_fraction: '5/7' }).join('\n')).toContain('p = 5/7')
    expect(lines('maximal').join('\n')).toContain('A sequence has 46 participants')
  })

  it.each<[RandomisationMethodName, strata: string, flags: string]>([
    ['standard', 'No', 'No'],
    ['blocked', 'Yes', 'No'],
    ['list', 'Yes', 'No'],
    ['urn', 'Yes', 'Yes'],
  ])('says what allocation by %s uses, whatever else the settings have', (method, strata, flags) => {
    expect(lines(method).join('|')).toContain(
      `Allocation uses strata|${strata}|Allocation uses the site|No|Flagged participants leave the counts|${flags}`,
    )
  })

  it('says that the ledger has the design only where there is a ledger', () => {
    const HAS = 'The ledger has the design as this text.'
    expect(lines('blocked')).toContain(HAS)
    const planned = { ...sealed('blocked'), ledger_length: 0, ledger_head: null }
    const before = linesOf(sealedAppendix(specified('blocked'), planned, GENERATION))
    expect(before).not.toContain(HAS)
    expect(before).toContain('Once the trial starts, the ledger will have the design as this text.')
  })

  it('says what is wrong with settings that make no design', () => {
    const none = { ...sealed('blocked'), design: null, ledger_design: null, fault: 'Blocked needs a size' }
    const text = linesOf(sealedAppendix(specified('blocked'), none, GENERATION)).join('\n')
    expect(text).toContain('The settings are not a valid design yet. Blocked needs a size.')
  })
})
