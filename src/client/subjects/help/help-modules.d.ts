declare module 'virtual:help-contents' {
  /** The contents of the help; the pages of a late group are loaded when one is opened. */
  export const groups: readonly {
    title: string
    isLate: boolean
    pages: readonly { name: string; title: string; about: string }[]
  }[]
}

declare module 'virtual:help-stored' {
  export const pages: readonly import('./help-page').HelpPage[]
}

declare module 'virtual:help-late' {
  export const pages: readonly import('./help-page').HelpPage[]
}
