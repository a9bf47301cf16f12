/** Under which name a browser keeps the token of its session in local storage (specification 001, section 4). */
export const TOKEN_PLACE = 'equipoise.token'
