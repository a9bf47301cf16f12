import { useMantineTheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

/** From where on tables have room that hold more than a tablet held upright shows: 900 px, in em of 16 px. */
export const ROOM_FOR_BROAD_TABLES = '56.25em'

/** Whether the screen is wide enough for tables: 768 px and more, or from another width on. */
export const useIsWide = (from?: string): boolean => {
  const { breakpoints } = useMantineTheme()
  return useMediaQuery(`(min-width: ${from ?? breakpoints.sm})`, true, { getInitialValueInEffect: false })
}
