import { focusManager } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Returns to the window after a minute in another: answers are stale by then, and what is asked for again has arrived. */
export const returnToWindow = async (): Promise<void> => {
  vi.setSystemTime(Date.now() + 60_000)
  onTestFinished(() => focusManager.setFocused(undefined))
  act(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
}
