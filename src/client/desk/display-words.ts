/** The themes, densities and start pages, as they are offered. */
export const THEME_WORDS = [
  { value: 'device', label: 'As on this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export const DENSITY_WORDS = [
  { value: 'device', label: 'Automatic' },
  { value: 'comfortable', label: 'Comfortable, for touch' },
  { value: 'compact', label: 'Compact, for a mouse' },
] as const
