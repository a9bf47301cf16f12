const MOST_CHARACTERS = 100

/** Titles as a part of a file's name: `CEDAR`, `By site` become `cedar-by-site`. */
export const fileName = (...titles: readonly string[]): string =>
  titles
    .join(' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS)
    .trim()
    .replaceAll(' ', '-')
