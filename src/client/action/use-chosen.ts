import { useDisclosure } from '@mantine/hooks'
import { useCallback, useState } from 'react'

/** The choice made in a list, and whether its dialog is open. The choice stays while the dialog closes. */
export const useChosen = <Chosen>() => {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isOpen, { open, close }] = useDisclosure()
  // The same function at each render, so that no row of a list is rendered again.
  const choose = useCallback(
    (next: Chosen) => {
      setChosen(next)
      open()
    },
    [open],
  )
  return { chosen, isOpen, choose, close, clear: () => setChosen(null) }
}
