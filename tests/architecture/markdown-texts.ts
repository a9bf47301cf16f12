const FENCED = /^ *```[^]*?^ *```/gm
const CODE = /`[^`]*`/g
const LINK = /\[([^\]]*)\]\([^)]*\)/g
const EMPHASIS = /\*\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const BEFORE_TEXT = /^ *(#+|[-*]|\d+\.) /gm

/**
 * The texts of a Markdown page: headings, paragraphs, items and cells, without code blocks and addresses of links. In a
 * row of a table, semicolons divide the items of a list.
 */
export const textsOfMarkdown = (page: string): string[] =>
  page
    .replaceAll(FENCED, '\n\n')
    .replaceAll(CODE, '…')
    .replaceAll(LINK, '$1')
    .replaceAll(EMPHASIS, '')
    .replaceAll(BEFORE_TEXT, '\n\n')
    .replaceAll(/^ *\|.*$/gm, (row) => row.replaceAll(/[|;]/g, '\n\n'))
    .split(/\n\s*\n/)
