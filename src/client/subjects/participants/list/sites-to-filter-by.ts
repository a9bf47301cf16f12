import type { Trial } from '#contract/trials'

type Site = { id: number; title: string }

/**
 * The sites at which the viewer may see participants, by title. Sites that no longer take part are included only for viewers
 * who reach every site.
 */
export const sitesToFilterBy = ({ sites }: Pick<Trial, 'sites'>, permitted: readonly Site[]): Site[] => {
  const permittedIds = permitted.map(({ id }) => id)
  const reachesAll = sites.every(({ id, is_deleted }) => is_deleted || permittedIds.includes(id))
  return sites
    .filter(({ id, is_deleted }) => permittedIds.includes(id) || (is_deleted && reachesAll))
    .map(({ id, title }) => ({ id, title }))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en-GB'))
}
