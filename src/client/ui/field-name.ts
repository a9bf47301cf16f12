/** The name of a request's or an entry's field in words: `is_blinded_whole` is "blinded whole", `site_id` is "site ID". */
export const fieldName = (field: string): string =>
  field
    .replace(/^(is|has)_(?=.)/, '')
    .replaceAll('_', ' ')
    .replace(/\bid(s?)$/, 'ID$1')
