/** The key in local storage of the session's token. */
export const TOKEN_PLACE = 'equipoise.token'
