import { chancesUpTo, type Chances } from './chance'
import { orderPatternsInSteps } from './group-order'
import { valuesRevealGroups, type GroupCounts, type MarkKind } from './group-leaning'
import type { ComparedBy, GroupPattern } from './group-pattern'
import { finished } from '../../finished'
import { grouped } from '../../grouped'
import { idPositionsRevealGroups } from './id-positions'
import { missingGroups } from './missing-groups'
import type { ImportColumn, ImportedPack } from '../study-pack-import'

/**
 * The patterns by which a list reveals the study groups of its packs, by missing groups and by marks of its packs;
 * empty without any.
 */
export const groupPatterns = (packs: readonly ImportedPack[], by: ComparedBy): GroupPattern[] =>
  finished(groupPatternsInSteps(packs, by))

/** The same, in steps of one mark: thousands of packs take a while. */
export function* groupPatternsInSteps(
  packs: readonly ImportedPack[],
  by: ComparedBy,
): Generator<undefined, GroupPattern[]> {
  const study_group_ids = packs.map(({ study_group_id }) => study_group_id)
  return [...missingGroups(study_group_ids, by), ...(yield* markPatternsInSteps(packs, by))]
}

/**
 * The marks of packs that reveal their study groups, whatever their batch. Every mark is examined by two questions.
 * Does it decide the group, so that knowing one pack reveals all like it? And does a group have more of a mark than a
 * shuffle would give it, by the exact chance of that (hypergeometric, and of runs)? A mark that a person chooses, such
 * as a day, is a pattern wherever it decides, and at a chance of 1 in 100. A mark that may be random, such as the
 * digits of an id, is a pattern only where a shuffle would hardly make it: at 1 in 1,000, or at 1 in 20 where the
 * pattern is perfect, so that few packs allow fewer conclusions than many. The groups of each factor of a factorial
 * trial are examined separately. Every position in the ids is examined in the same way, at a chance divided by their
 * number.
 */
export const markPatterns = (packs: readonly ImportedPack[], by: Pick<ComparedBy, 'study_groups'>): GroupPattern[] =>
  finished(markPatternsInSteps(packs, by))

function* markPatternsInSteps(
  packs: readonly ImportedPack[],
  { study_groups }: Pick<ComparedBy, 'study_groups'>,
): Generator<undefined, GroupPattern[]> {
  const chances = chancesUpTo(packs.length)
  const factors = grouped(study_groups, ({ factorial_level }) => factorial_level)
  const patterns: GroupPattern[] = []
  for (const groups of factors.values()) {
    const ids = new Set(groups.map(({ id }) => id))
    const ofFactor = packs.filter(({ study_group_id }) => ids.has(study_group_id))
    patterns.push(...(yield* patternsOfFactor(ofFactor, chances)))
  }
  return [...new Map(patterns.map((pattern) => [pattern.message, pattern])).values()]
}

function* patternsOfFactor(packs: readonly ImportedPack[], chances: Chances): Generator<undefined, GroupPattern[]> {
  const marks: (typeof MARKS)[number][] = []
  for (const mark of MARKS) {
    if (revealsGroups(mark, packs, chances)) marks.push(mark)
    yield
  }
  // The patterns of ids say already where to look.
  const isOfIds = marks.some(({ column }) => column === 'pack_id')
  const ofPlaces = !isOfIds && idPositionsRevealGroups(packs, chances) ? [PLACE] : []
  yield
  const ofOrder = yield* orderPatternsInSteps(packs, chances)
  return [
    ...marks.map(({ column, message }) => ({ column, message })),
    ...ofPlaces,
    ...ofOrder.map((message) => ({ column: 'pack_id' as const, message })),
  ]
}

const PLACE: GroupPattern = { column: 'pack_id', message: 'One character of the pack ID differs by study group' }

/** A mark of packs: its value for a pack, or null where the pack has none. */
export type Mark<Pack> = Pick<MarkKind, 'isSet' | 'min_packs'> & {
  message: string
  of: (pack: Pack) => string | null
}

const LAST_DIGIT = /(\d)\D*$/
const isOdd = (text: string | null): string | null => {
  const digit = LAST_DIGIT.exec(text ?? '')?.[1]
  return digit === undefined ? null : String(Number(digit) % 2)
}

const MARKS: readonly (Mark<ImportedPack> & { column: ImportColumn })[] = [
  {
    column: 'expire_on',
    message: 'The expiry date differs by study group',
    of: ({ expire_on }) => expire_on ?? '',
    isSet: true,
    min_packs: 1,
  },
  {
    column: 'duration',
    message: 'The duration differs by study group',
    of: ({ duration }) => String(duration ?? 0),
    isSet: true,
    min_packs: 1,
  },
  {
    column: 'site',
    message: 'The site differs by study group',
    of: ({ site_id }) => String(site_id),
    isSet: true,
    min_packs: 2,
  },
  {
    column: 'pack_id',
    message: 'The letters of the pack IDs differ by study group',
    of: ({ pack_id }) => pack_id.replace(/\d/g, ''),
    isSet: true,
    min_packs: 1,
  },
  {
    column: 'pack_id',
    message: 'The length of the pack IDs differs by study group',
    of: ({ pack_id }) => String(pack_id.length),
    isSet: true,
    min_packs: 2,
  },
  {
    column: 'pack_id',
    message: 'Odd and even pack IDs differ by study group',
    of: ({ pack_id }) => isOdd(pack_id),
    isSet: false,
    min_packs: 2,
  },
  {
    column: 'confirmation_code',
    message: 'The confirmation codes differ by study group',
    of: ({ confirmation_code }) => confirmation_code,
    isSet: false,
    min_packs: 2,
  },
  {
    column: 'confirmation_code',
    message: 'The first digits of the confirmation codes differ by study group',
    of: ({ confirmation_code }) => confirmation_code?.slice(0, 1) ?? null,
    isSet: false,
    min_packs: 2,
  },
  {
    column: 'confirmation_code',
    message: 'High and low confirmation codes differ by study group',
    of: ({ confirmation_code }) => (confirmation_code === null ? null : String(confirmation_code < '500')),
    isSet: false,
    min_packs: 2,
  },
  {
    column: 'confirmation_code',
    message: 'Odd and even confirmation codes differ by study group',
    of: ({ confirmation_code }) => isOdd(confirmation_code),
    isSet: false,
    min_packs: 2,
  },
]

/**
 * Whether a mark reveals the groups of packs. A missing mark is one of its values: codes on one group alone reveal it.
 */
export const revealsGroups = <Pack extends { readonly study_group_id: number }>(
  mark: Mark<Pack>,
  packs: readonly Pack[],
  chances: Chances,
): boolean => {
  const bearing = packs.map((pack) => ({ value: mark.of(pack), group: pack.study_group_id }))
  const values = [...grouped(bearing, ({ value }) => value).values()].map((value) => countBy(value))
  return valuesRevealGroups(values, { ...mark, among: 1 }, chances)
}

const countBy = (bearing: readonly { group: number }[]): GroupCounts => {
  const counts = new Map<number, number>()
  for (const { group } of bearing) counts.set(group, (counts.get(group) ?? 0) + 1)
  return counts
}
