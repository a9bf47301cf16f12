// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ShareBars } from '../../../src/client/subjects/trials/trial/overview/share-bars'
import { BarsChart } from '../../../src/client/ui/bars-chart'

/* A count of zero has no bar: a bar of no length would be a stray line. */

afterEach(cleanup)

const widthsIn = (container: Element) =>
  [...container.querySelectorAll<HTMLElement>('span[style]')].map(({ style }) => style.width)

test('of shares', () => {
  const rows = [
    { name: 'Queens', count: 4, place: 0 },
    { name: 'Abbey', count: 0, place: 1 },
  ]
  const { container } = render(<ShareBars rows={rows} all={4} colourAt={() => 'red'} />)
  expect(widthsIn(container)).toEqual(['100%'])
  expect(container.textContent).toContain('Abbey0 (0%)')
})

test('of things compared', () => {
  const bars = [
    { value: 0, label: 'none' },
    { value: 0.5, label: 'half' },
  ]
  const { container } = render(<BarsChart rows={[{ name: 'Certain', bars }]} colours={['red', 'blue']} greatest={1} />)
  expect(widthsIn(container)).toHaveLength(1)
  expect(container.textContent).toContain('none')
})
