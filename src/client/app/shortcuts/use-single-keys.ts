import { useEffect, useEffectEvent } from 'react'
import { createKeyReader } from './key-reader'
import { isKeyTaken } from './page-parts'
import { isMac } from './is-mac'
import type { ShortcutGroup } from './shortcut'

/** Runs the shortcuts of single keys, while no field, menu or dialog takes them. */
export const useSingleKeys = (groups: readonly ShortcutGroup[], areOn: boolean): void => {
  const shortcuts = groups.flatMap((group) => group.shortcuts)
  const isFirstOfTwo = useEffectEvent((key: string) => shortcuts.some(({ keys }) => keys?.startsWith(`${key} `)))
  const action = useEffectEvent((typed: string) => shortcuts.find(({ keys }) => keys === typed)?.action?.())
  useEffect(() => {
    if (!areOn) return undefined
    const reader = createKeyReader(isFirstOfTwo, action, CLOCK)
    const onKey = (event: KeyboardEvent) => {
      if (isChord(event)) {
        reader.silence(OPENS_WITHIN_MS)
        return
      }
      if (
        event.repeat ||
        event.isComposing ||
        event.defaultPrevented ||
        event.key.length !== 1 ||
        isKeyTaken(event.target)
      )
        return
      // Firefox opens its own search at a slash.
      if (event.key === '/') event.preventDefault()
      reader.press(event.key)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      reader.stop()
    }
  }, [areOn])
}

/**
 * Whether other keys are held that change the meaning of a key. On many keyboards `[` and `]` are written with AltGr,
 * which some browsers report as Ctrl and Alt, and on a Mac with Option.
 */
const isChord = (event: KeyboardEvent): boolean => {
  if (MODIFIERS.includes(event.key) || event.getModifierState('AltGraph')) return false
  const isWrittenWithOption = event.altKey && isMac() && event.key.length === 1
  return event.ctrlKey || event.metaKey || (event.altKey && !isWrittenWithOption)
}

const MODIFIERS: readonly string[] = ['Control', 'Alt', 'AltGraph', 'Meta', 'Shift']

/** How long the search takes to open after its keys, at the most, in milliseconds. */
const OPENS_WITHIN_MS = 1000

const CLOCK = {
  now: () => performance.now(),
  later: (action: () => void, ms: number) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
}
