// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { useWedgeScanner } from '../../../../../src/client/subjects/study-packs/scanning/use-wedge-scanner'

afterEach(cleanup)

function Form({ scans, submitted }: { scans: string[]; submitted: string[] }) {
  const [text, setText] = useState('before')
  useWedgeScanner(
    (scan) => scans.push(scan),
    (text) => text === 'A7',
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted.push(text)
      }}
    >
      <input aria-label="Reason" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <button type="submit">Send</button>
    </form>
  )
}

/**
 * Keys as a scanner presses them, at one moment. Each is typed unless a listener prevents it. Returns whether each was
 * typed.
 */
const typeFast = (field: HTMLElement, keys: readonly string[]): boolean[] =>
  keys.map((key) => {
    let isLet = false
    act(() => {
      isLet = field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      if (!isLet || key.length !== 1 || !(field instanceof HTMLInputElement)) return
      field.setRangeText(key, field.value.length, field.value.length, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    return isLet
  })

describe('a scanner that writes into a field', () => {
  test('is read, its text is removed again, and its Enter presses nothing', () => {
    const [scans, submitted]: [string[], string[]] = [[], []]
    render(<Form scans={scans} submitted={submitted} />)
    const field = screen.getByLabelText('Reason')
    const isLet = typeFast(field, [...'A-10023'.split(''), 'Enter'])
    expect(scans).toEqual(['A-10023'])
    expect(isLet.at(-1)).toBe(false)
    expect(field).toHaveProperty('value', 'before')
    expect(submitted).toEqual([])
  })

  test('is read where no field has the focus', () => {
    const scans: string[] = []
    render(<Form scans={scans} submitted={[]} />)
    typeFast(document.body, [...'A-10023'.split(''), 'Enter'])
    expect(scans).toEqual(['A-10023'])
  })

  test('is read where a pack has an ID of two characters, and its Enter presses nothing', () => {
    const [scans, submitted]: [string[], string[]] = [[], []]
    render(<Form scans={scans} submitted={submitted} />)
    const field = screen.getByLabelText('Reason')
    expect(typeFast(field, ['A', '7', 'Enter'])).toEqual([true, true, false])
    expect(scans).toEqual(['A7'])
    expect(field).toHaveProperty('value', 'before')
    expect(typeFast(field, ['A', '8', 'Enter'])).toEqual([true, true, true])
    expect(scans).toEqual(['A7'])
  })

  test('leaves Enter to the form where nothing was scanned', () => {
    const scans: string[] = []
    render(<Form scans={scans} submitted={[]} />)
    const field = screen.getByLabelText('Reason')
    expect(typeFast(field, ['a', 'Enter'])).toEqual([true, true])
    expect(field).toHaveProperty('value', 'beforea')
    expect(scans).toEqual([])
  })
})
