// oxlint-disable-next-line no-underscore-dangle -- the build puts the version in the place of a name nobody else may have.
declare const __APP_VERSION__: string

/** The version of the product, as package.json has it. */
export const readVersion = (): string => __APP_VERSION__
