// oxlint-disable-next-line no-underscore-dangle -- the build puts the version in the place of a name nobody else may have.
declare const __APP_VERSION__: string

/** The version of the running app, from package.json when it was built. */
export const appVersion = __APP_VERSION__
