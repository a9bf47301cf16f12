/** A page of help, as `src/help-pages` renders it at build. */
export type HelpPage = {
  /** The last part of its address. */
  name: string
  title: string
  /** Without its title. It is safe to show: the build refuses HTML in the source. */
  html: string
  /** Its headings of the second and third level. */
  sections: readonly { id: string; title: string; depth: number }[]
}
