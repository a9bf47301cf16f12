/** How long an invitation can be used, in seconds. */
export const INVITATION_LIFE = 7 * 24 * 60 * 60

/** After how long whoever entered an address may send an invitation there, in seconds. */
export const ADDRESS_TRUSTED_AFTER = 7 * 24 * 60 * 60

/** How long a link that is printed on the server's console can be used, in seconds. */
export const CONSOLE_LINK_LIFE = 24 * 60 * 60
