// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useRowEdges } from '../../../../../src/client/subjects/study-packs/list/use-row-edges'

afterEach(cleanup)

const ALL = Array.from({ length: 500 }, (_, index) => index)
const DRAWN = 5

/** Draws a few of many rows, and others after scrolling. */
function Few() {
  const body = useRef<HTMLTableSectionElement>(null)
  const [from, setFrom] = useState(0)
  const onKeyDown = useRowEdges({ body, first: 1, last: 499, scrollTo: (index) => setFrom(Math.min(index, 495)) })
  return (
    <table>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The links in the rows have the focus. */}
      <tbody ref={body} onKeyDown={onKeyDown}>
        {ALL.slice(from, from + DRAWN).map((index) => (
          <tr key={index} data-index={index}>
            <td>{index > 0 && <a href={`#${index}`}>Pack {index}</a>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

test('End and Home lead to the last and the first of all rows, drawn or not, and arrows from there', () => {
  render(<Few />)
  screen.getByRole('link', { name: 'Pack 3' }).focus()
  const after = ['End', 'ArrowUp', 'Home', 'ArrowDown'].map((key) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    return document.activeElement?.textContent
  })
  expect(after).toEqual(['Pack 499', 'Pack 498', 'Pack 1', 'Pack 2'])
})
