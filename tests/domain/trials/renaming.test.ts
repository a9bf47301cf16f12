import { nameThenAndNow, namesThenAndNow, renamingsOf, takenNames } from '#domain/trials/renaming'
import { describe, expect, it } from 'vitest'

const group = (id: number, name: string, label: string | null = null) => ({ id, name, label })
const A = group(1, 'Verum', 'Kit A')
const B = group(2, 'Placebo', 'Kit B')
const everyName = () => true

describe('a name is taken where another child has or had it', () => {
  it.each<[says: string, sent: Parameters<typeof takenNames>[0], former: (typeof A)[], taken: object[]]>([
    ['nothing new', [A, B], [], []],
    ['a new name', [group(1, 'Aspirin', 'Kit A'), B], [], []],
    ['a name of another, in other letters', [group(1, 'placEBO', 'Kit A'), B], [], [{ index: 0, field: 'name' }]],
    ['the label of another as a name', [group(1, 'KIT-B', 'Kit A'), B], [], []],
    ['the label of another', [group(1, 'Verum', 'kit b'), B], [], [{ index: 0, field: 'label' }]],
    ['a former name of another', [group(1, 'Old', 'Kit A'), B], [group(2, 'OLD')], [{ index: 0, field: 'name' }]],
    ['a former name of its own', [group(1, 'Old', 'Kit A'), B], [group(1, 'Old')], []],
    ['its own label as a name', [group(1, 'Kit A', 'Kit A'), B], [], []],
    [
      'a name that another gives up in the same save',
      [group(1, 'Placebo', 'Kit A'), group(2, 'Sham', 'Kit B')],
      [],
      [{ index: 0, field: 'name' }],
    ],
    [
      'one name for two new ones',
      [A, B, { name: 'Third', label: null }, { name: 'third ', label: null }],
      [],
      [
        { index: 2, field: 'name' },
        { index: 3, field: 'name' },
      ],
    ],
  ])('%s', (_says, sent, former, taken) => {
    expect(takenNames(sent, [A, B], former, everyName)).toEqual(taken)
  })

  it('but not where it was shared before and stays', () => {
    const twins = [group(1, 'Verum', 'Tablet'), group(2, 'Placebo', 'Tablet')]
    expect(takenNames([group(1, 'Aspirin', 'Tablet'), group(2, 'Placebo', 'Tablet')], twins, [], everyName)).toEqual([])
  })

  const exchanged = [group(1, 'Placebo', 'Kit B'), group(2, 'Verum', 'Kit A')]
  const everyField = [0, 1].flatMap((index) => ['name', 'label'].map((field) => ({ index, field })))
  it.each<[says: string, inUse: number[], sent: Parameters<typeof takenNames>[0], taken: object[]]>([
    ['both of them', [1, 2], exchanged, everyField],
    ['the first', [1], exchanged, everyField],
    ['the second', [2], exchanged, everyField],
    ['neither', [], exchanged, []],
    ['a third one', [3], exchanged, []],
    [
      'the one whose name a new child takes',
      [1],
      [group(1, 'Aspirin', 'Kit A'), B, { name: 'Verum', label: null }],
      [{ index: 2, field: 'name' }],
    ],
    [
      'another than the one whose name a new child takes',
      [2],
      [group(1, 'Aspirin', 'Kit A'), B, { name: 'Verum', label: null }],
      [],
    ],
  ])('where something is recorded under %s', (_says, inUse, sent, taken) => {
    expect(takenNames(sent, [A, B], [], (id) => id !== undefined && inUse.includes(id))).toEqual(taken)
  })
})

it('a renaming is another name or label of a stored child, and no new child', () => {
  const sent = [group(1, 'Aspirin', 'Kit A'), group(2, 'Placebo', 'Kit C'), { name: 'Third', label: null }]
  expect(renamingsOf(sent, [A, B])).toEqual([
    { id: 1, old: { name: 'Verum', label: 'Kit A' }, new: { name: 'Aspirin', label: 'Kit A' } },
    { id: 2, old: { name: 'Placebo', label: 'Kit B' }, new: { name: 'Placebo', label: 'Kit C' } },
  ])
  expect(renamingsOf([A, B], [A, B])).toEqual([])
})

describe('a former name', () => {
  it('is shown alone where it is the present one', () => {
    expect(nameThenAndNow('Verum', 'Verum')).toBe('Verum')
    expect(namesThenAndNow(null, A)).toEqual({ name: 'Verum', label: 'Kit A' })
  })

  it('is shown with the present one beside it, and a missing label stays missing', () => {
    expect(namesThenAndNow({ name: 'Drug', label: 'Kit X' }, A)).toEqual({
      name: 'Drug (now Verum)',
      label: 'Kit X (now Kit A)',
    })
    expect(namesThenAndNow({ name: 'Drug', label: null }, A).label).toBeNull()
    expect(namesThenAndNow({ name: 'Drug', label: 'Kit X' }, group(1, 'Verum')).label).toBe('Kit X')
  })
})
