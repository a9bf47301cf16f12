import { useMantineTheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is wide enough for tables (768 px and more). */
export const useIsWide = (): boolean => {
  const { breakpoints } = useMantineTheme()
  return useMediaQuery(`(min-width: ${breakpoints.sm})`, true, { getInitialValueInEffect: false })
}
