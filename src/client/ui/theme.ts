import { GROUNDS } from '#domain/accent'
import {
  createTheme,
  defaultVariantColorsResolver,
  rem,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { components } from './components'

/*
 * The look of Equipoise: a calm instrument. Quiet surfaces, one accent, colour only where it means something.
 * Every colour, size and time of the portal is decided here; components.ts applies it to the parts of Mantine's components.
 * `tests/client/ui/theme.test.ts` measures the contrast of each pair that meets on a screen.
 */

/**
 * The meaning of each colour, the same everywhere and never alone: beside it stand an icon and a word.
 * - petrol: the brand, the primary action, links, focus
 * - green: done by the server, Active, Started
 * - amber: waiting, stale, low, Paused
 * - red: refused, expired, irreversible
 * - violet: blinded; viewers always know that groups are hidden
 * - slate: offline, Inactive, finished
 */
export const tones = ['petrol', 'green', 'amber', 'red', 'violet', 'slate'] as const
export type Tone = (typeof tones)[number]

/** A tone as text, line or fill (`strong`), and as the quiet ground under its own text (`soft`). */
type ToneColours = { strong: string; strongHover: string; soft: string; softHover: string }

/** All colours of one scheme. `control` outlines what can be operated (3 : 1), `hairline` only separates. */
type Scheme = Record<Tone, ToneColours> & {
  canvas: string
  surface: string
  surfaceHover: string
  ink: string
  muted: string
  placeholder: string
  onFill: string
  hairline: string
  control: string
  disabledFill: string
}

const light: Scheme = {
  canvas: GROUNDS.light,
  surface: '#F3F7F8',
  surfaceHover: '#E9EFF1',
  ink: '#10252B',
  muted: '#4A6168',
  placeholder: '#576D74',
  onFill: '#FFFFFF',
  hairline: '#D3DDE1',
  control: '#6F858C',
  disabledFill: '#E1E8EA',
  petrol: { strong: '#0B5563', strongHover: '#08424D', soft: '#E1F0F3', softHover: '#CFE6EB' },
  green: { strong: '#1B6E3C', strongHover: '#14572F', soft: '#E2F3E8', softHover: '#CFEAD8' },
  amber: { strong: '#8A5300', strongHover: '#6E4200', soft: '#FCEFD8', softHover: '#F8E2BC' },
  red: { strong: '#B3261E', strongHover: '#911E17', soft: '#FCE8E6', softHover: '#F9D6D2' },
  violet: { strong: '#5B3FA0', strongHover: '#483283', soft: '#EDE8F8', softHover: '#DFD6F2' },
  slate: { strong: '#4B5B66', strongHover: '#3A4851', soft: '#E8EEF1', softHover: '#DAE3E7' },
}

const dark: Scheme = {
  canvas: GROUNDS.dark,
  surface: '#162227',
  surfaceHover: '#1E2D33',
  ink: '#E6EEF0',
  muted: '#A9B8C2',
  placeholder: '#93A4AC',
  onFill: '#0E171A',
  hairline: '#2C3C43',
  control: '#71868F',
  disabledFill: '#22313A',
  petrol: { strong: '#7CC7D6', strongHover: '#98D4E0', soft: '#14343C', softHover: '#1B434D' },
  green: { strong: '#7FD49B', strongHover: '#9BDEB0', soft: '#15352A', softHover: '#1C4536' },
  amber: { strong: '#F2B84B', strongHover: '#F5C76F', soft: '#382C12', softHover: '#493A18' },
  red: { strong: '#FF9C93', strongHover: '#FFB3AC', soft: '#3E2322', softHover: '#512D2C' },
  violet: { strong: '#C3B1F5', strongHover: '#D1C4F8', soft: '#2B2645', softHover: '#383159' },
  slate: { strong: '#A9B8C2', strongHover: '#BDC9D1', soft: '#22303A', softHover: '#2C3D48' },
}

export const schemes = { light, dark } as const

/**
 * The eight colours of Okabe and Ito ("Color Universal Design", 2008) in their order, told apart by colour-blind
 * people; their black is the scheme's ink. Yellow, orange and sky blue are faint on white: draw marks with
 * `chartOutline` and label them directly.
 */
export const chartColours = [
  'var(--eq-ink)',
  '#E69F00',
  '#56B4E9',
  '#009E73',
  '#F0E442',
  '#0072B2',
  '#D55E00',
  '#CC79A7',
] as const
export const chartOutline = 'var(--eq-control)'

/** The colour of the group at this place, from 0 on. Groups begin with orange: the palette's first colour is that of the text. */
export const groupColour = (place: number): string => chartColours[(place + 1) % chartColours.length] ?? chartColours[0]

const textFace = "'Atkinson Hyperlegible Next Variable', system-ui, sans-serif"
/** For ids, codes and figures: 0 and O, 1, l and I cannot be confused. */
const codeFace = "'Atkinson Hyperlegible Mono Variable', ui-monospace, monospace"

/** On a filled ground the text is white in the light scheme and nearly black in the dark one. */
const variantColorResolver: VariantColorsResolver = (input) => ({
  ...defaultVariantColorsResolver(input),
  ...(input.variant === 'filled' ? { color: 'var(--eq-on-fill)' } : {}),
})

/** The theme for MantineProvider, beside `cssVariablesResolver`. */
export const theme = createTheme({
  white: light.canvas,
  black: light.ink,
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 3 },
  colors: {
    petrol: tuple('petrol'),
    green: tuple('green'),
    amber: tuple('amber'),
    red: tuple('red'),
    violet: tuple('violet'),
    slate: tuple('slate'),
    gray: [
      light.surface,
      light.surfaceHover,
      light.disabledFill,
      light.hairline,
      light.control,
      light.placeholder,
      light.muted,
      '#374C53',
      '#22373E',
      light.ink,
    ],
    dark: [
      dark.ink,
      '#C5D1D6',
      dark.muted,
      dark.placeholder,
      dark.hairline,
      dark.surfaceHover,
      dark.surface,
      dark.canvas,
      '#0A1113',
      '#060B0D',
    ],
  },
  variantColorResolver,
  fontFamily: textFace,
  fontFamilyMonospace: codeFace,
  fontSizes: { xs: rem(13), sm: rem(15), md: rem(16), lg: rem(18), xl: rem(22) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: textFace,
    sizes: {
      h1: { fontSize: rem(26), lineHeight: '1.23' },
      h2: { fontSize: rem(18), lineHeight: '1.33' },
      h3: { fontSize: rem(16), lineHeight: '1.5' },
      h4: { fontSize: rem(16), lineHeight: '1.5' },
    },
  },
  // 576, 768, 1024, 1200 and 1440 px, in em of 16 px.
  breakpoints: { xs: '36em', sm: '48em', md: '64em', lg: '75em', xl: '90em' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(4), md: rem(8), lg: rem(8), xl: rem(16) },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components,
})

/**
 * The tokens as CSS variables: `--eq-ink`, `--eq-muted`, `--eq-surface`, … and of each tone `--eq-green`,
 * `--eq-green-soft`, … ; and Mantine's own variables set to them, so that its components follow.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variables(light),
  dark: variables(dark),
})

function variables(scheme: Scheme): Record<string, string> {
  return {
    '--eq-canvas': scheme.canvas,
    '--eq-surface': scheme.surface,
    '--eq-surface-hover': scheme.surfaceHover,
    '--eq-ink': scheme.ink,
    '--eq-muted': scheme.muted,
    '--eq-on-fill': scheme.onFill,
    '--eq-hairline': scheme.hairline,
    '--eq-control': scheme.control,
    '--mantine-color-text': scheme.ink,
    '--mantine-color-body': scheme.canvas,
    '--mantine-color-dimmed': scheme.muted,
    '--mantine-color-placeholder': scheme.placeholder,
    '--mantine-color-error': scheme.red.strong,
    '--mantine-color-success': scheme.green.strong,
    '--mantine-color-anchor': scheme.petrol.strong,
    '--mantine-color-default': scheme.canvas,
    '--mantine-color-default-hover': scheme.surfaceHover,
    '--mantine-color-default-color': scheme.ink,
    '--mantine-color-default-border': scheme.control,
    '--mantine-color-disabled': scheme.disabledFill,
    '--mantine-color-disabled-color': scheme.placeholder,
    '--mantine-color-disabled-border': scheme.hairline,
    '--mantine-primary-color-contrast': scheme.onFill,
    ...Object.assign({}, ...tones.map((tone) => toneVariables(tone, scheme[tone]))),
  }
}

function toneVariables(tone: Tone, { strong, strongHover, soft, softHover }: ToneColours): Record<string, string> {
  return {
    [`--eq-${tone}`]: strong,
    [`--eq-${tone}-soft`]: soft,
    [`--mantine-color-${tone}-text`]: strong,
    [`--mantine-color-${tone}-filled`]: strong,
    [`--mantine-color-${tone}-filled-hover`]: strongHover,
    [`--mantine-color-${tone}-light`]: soft,
    [`--mantine-color-${tone}-light-hover`]: softHover,
    [`--mantine-color-${tone}-light-color`]: strong,
    [`--mantine-color-${tone}-outline`]: strong,
    [`--mantine-color-${tone}-outline-hover`]: soft,
  }
}

/** Mantine wants ten shades of a colour. Ours has the tokens of both schemes at the places that Mantine reads. */
function tuple(tone: Tone): MantineColorsTuple {
  const { strong, strongHover, soft, softHover } = light[tone]
  const onDark = dark[tone].strong
  return [soft, soft, softHover, onDark, onDark, strong, strong, strong, strong, strongHover]
}
