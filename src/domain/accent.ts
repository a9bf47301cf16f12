/** The background colours of both schemes. `client/ui/theme.ts` builds on them. */
export const GROUNDS = { light: '#FFFFFF', dark: '#0E171A' } as const

/** The least contrast of a line or mark with its background (WCAG 2.2, 1.4.11 Non-text contrast, AA). */
const MIN_CONTRAST = 3

/** The contrast of two `#RRGGBB` colours, 1 to 21 (WCAG 2.2, contrast ratio). */
export const contrastOf = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance of a `#RRGGBB` colour, 0 to 1 (WCAG 2.2, definition of relative luminance). */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The backgrounds with which an accent (`#RRGGBB`) has too little contrast, each with the ratio; none where it can be used. */
export const faintGroundsOf = (accent: string): { scheme: keyof typeof GROUNDS; ratio: number }[] =>
  (['light', 'dark'] as const)
    .map((scheme) => ({ scheme, ratio: contrastOf(accent, GROUNDS[scheme]) }))
    .filter(({ ratio }) => ratio < MIN_CONTRAST)
