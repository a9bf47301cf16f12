/** The ids of what a link leads to on a trial's overview: the address has them after `#`. */
export const SITE_OPENINGS = 'site-openings'
export const DESIGN_CONFIRMATION = 'design-confirmation'
export const START_CHECK = 'start-check'
