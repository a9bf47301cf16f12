import { LITERATURE } from '#domain/documents/literature'
import { METHOD_TEXT } from '#domain/documents/method-text'
import { GROUPS_HIDDEN, randomisationSpecification } from '#domain/documents/randomisation-specification'
import { linesOf } from '#domain/documents/text-document'
import { METHOD_SETTING_NAMES } from '#domain/trials/method-setting'
import { METHOD_SETTINGS, RANDOMISATION_METHODS } from '#domain/trials/trial-methods'
import { describe, expect, it } from 'vitest'
import { GENERATION, GROUPS, specified } from './a-specified-trial'

const METHODS = RANDOMISATION_METHODS.map(({ name }) => name)

const textOf = (...[trial, groups, generation]: Parameters<typeof randomisationSpecification>): string =>
  linesOf(randomisationSpecification(trial, groups, generation)).join('\n')

describe.each(METHODS)('the text for the protocol, by the method %s', (method) => {
  const text = textOf(specified(method), GROUPS, GENERATION)

  it('has its paragraph, and the literature that defines it', () => {
    const { says, published_in } = METHOD_TEXT[method]
    expect(text).toContain(says.join(' '))
    for (const publication of published_in) {
      expect(text).toContain(LITERATURE[publication].cited)
      expect(text).toContain(LITERATURE[publication].entry)
    }
  })

  it('names no setting of any method', () => {
    const titles = METHOD_SETTING_NAMES.map((name) => METHOD_SETTINGS[name].title)
    expect(titles.filter((title) => text.includes(title))).toEqual([])
    expect(METHOD_TEXT[method].says.join(' ')).not.toMatch(/\d/)
  })
})

/**
 * The sentences of a protocol about draws and seed, and those about a list. A protocol has all of one and none of the
 * other.
 */
const OF_DRAWS = [
  'No list of allocations exists.',
  'The server draws each group',
  'All draws follow from a secret seed',
  'repeat every draw',
  'repeats every draw',
  'begins a new epoch',
  'An analysis should be stratified by epoch.',
  'do not affect a draw.',
  'nothing is drawn again',
  'Random numbers',
]
const OF_A_LIST = [
  'The list is sealed',
  'takes the next unused row',
  'The portal commits to each list by a SHA-256 hash',
  'compare each row that was used with the commitment to its list',
  'compares the rows with the commitment',
  'the study groups, the ratio and the strata of a list cannot change',
  'each combination of strata has its own rows',
]

describe.each(METHODS)('whether there is a list: by the method %s', (method) => {
  const text = textOf(specified(method, { exclude_flagged_participants: false }), GROUPS, GENERATION)
  const [said, unsaid] = method === 'list' ? [OF_A_LIST, OF_DRAWS] : [OF_DRAWS, OF_A_LIST]

  it('says all that is true of it, and nothing that is not', () => {
    expect(said.filter((words) => !text.includes(words))).toEqual([])
    expect(unsaid.filter((words) => text.includes(words))).toEqual([])
  })
})

describe('a change after the start', () => {
  it('promises no other method or strata: both are locked at the first participant', () => {
    for (const method of METHODS.filter((one) => one !== 'list')) {
      const text = textOf(specified(method), GROUPS, GENERATION)
      expect(text).toContain('Once a participant is randomised, the method and the strata cannot change')
      expect(text).not.toMatch(/new method/i)
    }
  })

  const CONTINUE = /counts continue|blocks continue/
  it.each([
    ['urn', 'Where only settings of the method change, the counts continue in the same epoch.'],
    ['minimisation', 'Where only settings of the method change, the counts continue in the same epoch.'],
    ['efron', 'Where only settings of the method change, the counts continue in the same epoch.'],
    ['blocked', 'Where a change leaves the sizes alone, blocks continue in the same epoch.'],
  ] as const)('continues what counts, or blocks of the same sizes: %s', (method, words) => {
    expect(textOf(specified(method), GROUPS, GENERATION)).toContain(words)
  })

  it.each(['standard', 'chosen_blocks', 'maximal', 'list'] as const)('continues nothing by the method %s', (method) => {
    expect(textOf(specified(method), GROUPS, GENERATION)).not.toMatch(CONTINUE)
  })
})

describe('study groups', () => {
  it.each(METHODS)('are neither counted nor weighed for a blinded reader: %s', (method) => {
    const OF_GROUPS = /two (study )?groups|equal weight|\bboth\b/i
    expect(textOf(specified(method), null, GENERATION)).not.toMatch(OF_GROUPS)
  })

  it.each(['big_stick', 'biased_coin', 'efron', 'maximal'] as const)('are two of equal weight by %s', (method) => {
    expect(textOf(specified(method), GROUPS, GENERATION)).toContain('for two groups of equal weight')
  })

  it.each([
    [[2, 4], 'Zanamivir : Oseltamivir = 1 : 2'],
    [[3, 0], 'Zanamivir = 1; closed: Oseltamivir'],
  ])('have their ratio in lowest terms: %s', (weights, ratio) => {
    const groups = GROUPS.map((group, place) => ({ ...group, weight: weights[place] ?? 0 }))
    expect(textOf(specified('standard'), groups, GENERATION)).toContain(ratio)
  })

  it('have a ratio for each factor of a factorial trial', () => {
    const groups = ['A', 'B', 'C', 'D'].map((name, place) => ({
      id: place,
      name,
      weight: place === 3 ? 2 : 1,
      factorial_level: place < 2 ? 1 : 2,
    }))
    const trial = specified('standard', { allocation_method: { id: 4, name: 'factorial', title: 'Factorial' } })
    const text = textOf(trial, groups, GENERATION)
    expect(text).toContain('Factor 1: A : B = 1 : 1')
    expect(text).toContain('Factor 2: C : D = 1 : 2')
  })

  it('are not there for a blinded reader, who reads why', () => {
    const text = textOf(specified('blocked'), null, GENERATION)
    expect(text).toContain(GROUPS_HIDDEN)
    expect(text).not.toMatch(/Zanamivir|Oseltamivir|1 : 1/)
  })
})

describe('stratification', () => {
  it.each([
    ['blocked', true, true, 'each combination of strata is drawn separately at each site'],
    ['blocked', true, false, 'each combination of strata is drawn separately.'],
    ['efron', false, true, 'each site is drawn separately'],
    ['urn', false, false, 'the method runs over the whole trial'],
    ['minimisation', true, true, 'each stratum below, and the site'],
    ['minimisation', true, false, 'each stratum below.'],
    ['minimisation', false, true, 'factors are: the site.'],
    ['minimisation', false, false, 'the whole trial, as one factor'],
    ['standard', true, true, 'Allocation is not stratified.'],
    ['list', true, true, 'each combination of strata has its own rows at each site.'],
    ['list', true, false, 'each combination of strata has its own rows.'],
    ['list', false, true, 'each site has its own rows.'],
    ['list', false, false, 'the rows are for the whole trial.'],
  ] as const)('by %s, strata %s, site %s', (method, is_stratified, is_site_stratified, words) => {
    const text = textOf(specified(method, { is_stratified, is_site_stratified }), GROUPS, GENERATION)
    expect(text).toContain(words)
    const isUsed = is_stratified && method !== 'standard'
    expect(text.includes('allocation does not use them')).toBe(!isUsed)
  })
})

describe('what else a protocol says', () => {
  it('follows the settings of the trial', () => {
    const plain = textOf(specified('urn'), GROUPS, GENERATION)
    expect(plain).toContain('Participants whom a trial administrator flags leave the counts of later draws.')
    expect(plain).not.toContain('A second, unblinded person')
    const other = specified('urn', { exclude_flagged_participants: false, is_design_checked: true, sample_size: 0 })
    const text = textOf(other, null, { ...GENERATION, instance: 'demo', is_practice: true })
    expect(text).toContain('Flags on participants do not affect a draw.')
    expect(text).toContain('A second, unblinded person confirms the design')
    expect(text).toContain('No limit')
    expect(text).toContain('Nothing in it is about real people.')
    expect(textOf(specified('blocked'), GROUPS, GENERATION)).toContain('Flags on participants do not affect a draw.')
  })

  it('has the commitment, the construction and the version, and numbers its sections', () => {
    const { sections } = randomisationSpecification(specified('blocked'), GROUPS, GENERATION)
    const text = textOf(specified('blocked'), GROUPS, GENERATION)
    for (const words of ['ab'.repeat(32), 'RCT-ALLOC-1', 'Equipoise 2.0.0']) expect(text).toContain(words)
    expect(sections.map(({ title }) => Number.parseInt(title))).toEqual(sections.map((_, place) => place + 1))
  })
})
