import { BILL_FILE } from './bill-of-materials.ts'
import { shippedPackages, type LockedPackages } from './shipped-packages.ts'

/** The page that lists what the product contains; it is made of package-lock.json, so no file of `src/help` has it. */
export const SOFTWARE_PAGE = {
  name: 'software',
  title: 'Software inside',
  about: 'What the product contains, with versions and licences.',
}

/** That page, in Markdown: every package that runs in the portal or its server, with its version and licence. */
export const softwarePage = (packages: LockedPackages): string => {
  const shipped = shippedPackages(packages)
  const rows = shipped.map(({ name, version, license }) => `| ${name} | ${version} | ${license ?? 'not stated'} |`)
  return `# ${SOFTWARE_PAGE.title}

These ${rows.length} packages run in the portal or its server. What is used to build and test it is not among them. Some are for other systems than yours and are not installed.

[Download the list as a software bill of materials](${BILL_FILE}) (CycloneDX). It was made when this version was built.

| package | version | licence |
| --- | --- | --- |
${rows.join('\n')}
`
}
