import type { Trial } from '#contract/trials'

/** The title of the site that a pack is at, for the sites of a trial that the viewer reaches. */
export type SiteTitles = (siteId: number | null) => string | null

/** Null where a pack is at no site. */
export const siteTitlesOf = ({
  sites,
}: {
  sites: readonly Pick<Trial['sites'][number], 'id' | 'title'>[]
}): SiteTitles => {
  const titles = new Map(sites.map(({ id, title }) => [id, title]))
  return (siteId) => (siteId === null ? null : (titles.get(siteId) ?? `Site ${siteId}`))
}
