/** What a package is, as package-lock.json says. */
type LockedPackage = { version?: string; license?: string; dev?: boolean; devOptional?: boolean }

/** The page that lists what the product contains; it is made of package-lock.json, so no file of `src/help` has it. */
export const SOFTWARE_PAGE = {
  name: 'software',
  title: 'Software inside',
  about: 'What the product contains, with versions and licences.',
}

/** That page, in Markdown: every package that runs in the portal or its server, with its version and licence. */
export const softwarePage = (packages: Readonly<Record<string, LockedPackage>>): string => {
  const contained = Object.entries(packages).flatMap(([path, { version, license, dev, devOptional }]) =>
    path === '' || version === undefined || dev === true || devOptional === true
      ? []
      : [
          `| ${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} | ${version} | ${license ?? 'not stated'} |`,
        ],
  )
  const rows = [...new Set(contained)].sort((one, other) => one.localeCompare(other, 'en'))
  return `# ${SOFTWARE_PAGE.title}

These ${rows.length} packages run in the portal or its server. What is used to build and test it is not among them. Some are for other systems than yours and are not installed.

With the program’s folder, \`npm run --silent sbom\` prints the same as a software bill of materials (CycloneDX).

| package | version | licence |
| --- | --- | --- |
${rows.join('\n')}
`
}
