import { useEffect, useEffectEvent } from 'react'
import { wedgeAfter, type WedgeState } from './wedge-scanner'

/**
 * Calls `onScan` with the text of a keyboard scanner, wherever the focus is. A field that received the scan gets its former text
 * back, and the Enter of the scan presses nothing.
 */
export const useWedgeScanner = (onScan: (text: string) => void): void => {
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    let state: WedgeState = null
    let before: Typed | null = null
    const handleKey = (event: Event) => {
      // A browser that fills in a form automatically sends key events that are none.
      if (!(event instanceof KeyboardEvent)) return
      const is_chord = event.ctrlKey || event.altKey || event.metaKey
      const wasScanning = state !== null
      const stroke = { key: event.key, at: event.timeStamp, is_chord, is_repeat: event.repeat }
      const next = wedgeAfter(state, stroke)
      const isNew = next.state !== null && (!wasScanning || next.state.text.length <= 1)
      state = next.state
      if (isNew) before = typedInto(event.target)
      if (next.scanned === null) return
      event.preventDefault()
      event.stopPropagation()
      if (before !== null) putBack(before)
      before = null
      scanned(next.scanned)
    }
    // Before any field or button takes the key for itself.
    window.addEventListener('keydown', handleKey, { capture: true })
    return () => window.removeEventListener('keydown', handleKey, { capture: true })
  }, [])
}

type Field = HTMLInputElement | HTMLTextAreaElement
type Typed = { field: Field; value: string }

const typedInto = (target: EventTarget | null): Typed | null =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    ? { field: target, value: target.value }
    : null

/** Written into the field, with an event for whoever tracks its text. */
const putBack = ({ field, value }: Typed): void => {
  if (field.value === value) return
  field.setRangeText(value, 0, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
