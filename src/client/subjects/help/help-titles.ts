import { groups } from 'virtual:help-contents'

/** The pages of help by their names and titles, in the order of the contents. */
export const helpTitles: readonly { name: string; title: string }[] = groups.flatMap(({ pages }) => pages)
