/** What a package is, as package-lock.json says. */
type LockedPackage = {
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>

type ShippedPackage = {
  name: string
  version: string
  /** As an SPDX expression; undefined where the package states none. */
  license: string | undefined
  /** The hash of its archive, as `sha512-…`. */
  integrity: string | undefined
  /** Whether it is installed only on some systems. */
  is_optional: boolean
}

/** Every package that runs in the portal or its server, each version once, by name. What builds and tests it is not among them. */
export const shippedPackages = (packages: LockedPackages): ShippedPackage[] => {
  const shipped = Object.entries(packages).flatMap(
    ([path, { version, license, integrity, dev, devOptional, optional }]) =>
      path === '' || version === undefined || dev === true || devOptional === true
        ? []
        : [{ name: nameOf(path), version, license, integrity, is_optional: optional === true }],
  )
  const byKey = new Map(shipped.map((each) => [`${each.name}@${each.version}`, each]))
  return [...byKey.values()].sort(
    (one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'),
  )
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
