// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { useWedgeScanner } from '../../../../../src/client/subjects/study-packs/scanning/use-wedge-scanner'

afterEach(cleanup)

function Form({ scans, submitted }: { scans: string[]; submitted: string[] }) {
  const [text, setText] = useState('before')
  useWedgeScanner((scan) => scans.push(scan))
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
 * Keys as a scanner presses them, or with another pause between two. Each is typed unless a listener prevents it. Returns whether
 * each was typed.
 */
const typeFast = (field: HTMLElement, keys: readonly string[], pause_ms = 5): boolean[] =>
  keys.map((key, index) => {
    let isLet = false
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(pressed, 'timeStamp', { value: 1000 + index * pause_ms })
    act(() => {
      isLet = field.dispatchEvent(pressed)
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

  test('is read also with three digits, known or not, and their Enter presses nothing', () => {
    const [scans, submitted]: [string[], string[]] = [[], []]
    render(<Form scans={scans} submitted={submitted} />)
    const field = screen.getByLabelText('Reason')
    expect(typeFast(field, ['1', '2', '3', 'Enter'])).toEqual([true, true, true, false])
    expect(scans).toEqual(['123'])
    expect(field).toHaveProperty('value', 'before')
    expect(submitted).toEqual([])
  })

  test.each([80, 30])('is not read where a person types three digits, %d ms apart', (pause_ms) => {
    const scans: string[] = []
    render(<Form scans={scans} submitted={[]} />)
    const field = screen.getByLabelText('Reason')
    expect(typeFast(field, ['1', '2', '3', 'Enter'], pause_ms)).toEqual([true, true, true, true])
    expect(field).toHaveProperty('value', 'before123')
    expect(scans).toEqual([])
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
