import { useDisclosure } from '@mantine/hooks'
import { useCallback, useState } from 'react'

/** What was chosen in a list, and whether its dialog is still open: the choice stays while the dialog fades out. */
export const useChosen = <Chosen>() => {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isOpen, { open, close }] = useDisclosure()
  // Steady, so that no row of a list is drawn again for it.
  const choose = useCallback(
    (next: Chosen) => {
      setChosen(next)
      open()
    },
    [open],
  )
  return { chosen, isOpen, choose, close, forget: () => setChosen(null) }
}
