// The build puts the version here.
// oxlint-disable-next-line no-underscore-dangle
declare const __APP_VERSION__: string

/** The version of the running app, from package.json when it was built. */
export const appVersion = __APP_VERSION__
