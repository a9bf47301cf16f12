import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Moves the focus to the element that the address names after `#`: when the screen opens or the address changes, and
 * when a link to the present address is pressed again, which the router does not count as a navigation.
 */
export const useFocusAtHash = (focusOn: (name: string) => void): void => {
  const { hash, href } = useLocation({ select: (location) => ({ hash: location.hash, href: location.href }) })
  useEffect(() => {
    if (hash === '') return
    focusOn(hash)
    const repeat = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.getAttribute('href') === href) focusOn(hash)
    }
    document.addEventListener('click', repeat)
    return () => document.removeEventListener('click', repeat)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each address, whatever else is drawn again.
  }, [href])
}

/** Moves the focus to an element of the page and shows it. */
export const focusOnElement = (id: string): void => {
  const element = document.getElementById(id)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}
