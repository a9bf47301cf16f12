import { useMantineTheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

/** The width from which broad tables fit, which a tablet in portrait is too narrow for: 900 px, in em of 16 px. */
export const ROOM_FOR_BROAD_TABLES = '56.25em'

/** The width from which every column of a table stands by itself, not as a second line: 1024 px, in em of 16 px. */
export const ROOM_FOR_EVERY_COLUMN = '64em'

/** Whether the screen is wide enough for tables: 768 px or more, or the given width. */
export const useIsWide = (from?: string): boolean => {
  const { breakpoints } = useMantineTheme()
  return useMediaQuery(`(min-width: ${from ?? breakpoints.sm})`, true, { getInitialValueInEffect: false })
}
