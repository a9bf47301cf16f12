import { parse } from 'csv-parse/sync'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** The LibreOffice that `SOFFICE` names (`npm test` finds or installs one), otherwise Debian's. */
const EXECUTABLE = process.env['SOFFICE'] ?? '/usr/bin/soffice'

/** CSV with commas and quotes, in UTF-8, with cells as they are shown and formulas as their results. */
const AS_SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false'

/**
 * Opens workbooks in LibreOffice Calc, all at once. Returns the first sheet of each as it is shown: a text that became
 * a formula would show its result.
 */
export const openInCalc = async <Name extends string>(
  workbooks: Readonly<Record<Name, Uint8Array>>,
): Promise<(name: Name) => string[][]> => {
  const folder = mkdtempSync(join(tmpdir(), 'equipoise-calc-'))
  try {
    const paths = Object.entries<Uint8Array>(workbooks).map(([name, bytes]) => {
      const path = join(folder, `${name}.xlsx`)
      writeFileSync(path, bytes)
      return path
    })
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    const conversion = ['--convert-to', AS_SHOWN, '--outdir', join(folder, 'shown')]
    await promisify(execFile)(EXECUTABLE, ['--headless', profile, ...conversion, ...paths])
    const shown = new Map(
      Object.keys(workbooks).map((name) => [name, readFileSync(join(folder, 'shown', `${name}.csv`), 'utf8')]),
    )
    return (name) => parse(shown.get(name) ?? '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
