/** The light scheme of the portal's look (src/client/ui/theme.ts), as far as a letter needs it; a test keeps them alike. */
export const MAIL_COLOURS = {
  ink: '#10252B',
  muted: '#4A6168',
  link: '#0B5563',
  hairline: '#D3DDE1',
  ground: '#FFFFFF',
} as const
