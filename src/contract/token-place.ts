/** Under which name a browser keeps the token of its session in local storage. */
export const TOKEN_PLACE = 'equipoise.token'
