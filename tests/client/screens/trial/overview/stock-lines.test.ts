import { expect, test } from 'vitest'
import { stockLines } from '../../../../../src/client/screens/trial/overview/stock-lines'

const stock = (site: { id: number; title: string } | null, active: number) => ({ site, counts: { active } })

test('the sites with the fewest active packs come first, packs at no site last', () => {
  const lines = stockLines([
    stock({ id: 1, title: 'Full' }, 40),
    stock(null, 0),
    stock({ id: 3, title: 'Empty, younger' }, 0),
    stock({ id: 2, title: 'Empty' }, 0),
  ])
  expect(lines.map(({ site }) => site)).toEqual(['Empty', 'Empty, younger', 'Full', 'At no site'])
})
