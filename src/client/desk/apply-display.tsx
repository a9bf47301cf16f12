import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useSession } from '../session/this-session'
import { useKnownDisplay } from './use-display'

/**
 * Sets the person's theme and density on the page. While nobody is signed in, the device's apply: the next person may
 * be another.
 */
export function ApplyDisplay() {
  const { session } = useSession()
  const display = useKnownDisplay()
  const { setColorScheme, clearColorScheme } = useMantineColorScheme()
  const isNobody = session === null
  const theme = isNobody ? 'device' : display?.theme
  const density = isNobody ? 'device' : display?.density
  useEffect(() => {
    // Until the person's own is known, the page stays as it was loaded.
    if (theme === undefined) return
    if (theme === 'device') clearColorScheme()
    else setColorScheme(theme)
  }, [theme, setColorScheme, clearColorScheme])
  useEffect(() => {
    if (density !== undefined) document.documentElement.dataset['density'] = density
  }, [density])
  return null
}
