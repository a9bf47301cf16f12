import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { billOfMaterials } from '../../src/help-pages/bill-of-materials.ts'
import { sourcesIn } from './house-files'

const HOUSE = join(import.meta.dirname, '../..')
const read = (file: string) => JSON.parse(readFileSync(join(HOUSE, file), 'utf8'))
const bill = billOfMaterials(read('package.json'), read('package-lock.json').packages)
const names = new Set(bill.components.map(({ name }) => name))

/** The packages that sources of these rooms import at run time. */
const importedIn = (...rooms: string[]) => {
  const sources = sourcesIn(...rooms).filter(({ path }) => /\.tsx?$/.test(path))
  const specifiers = sources.flatMap(({ path, text }) =>
    parseSync(path, text)
      .module.staticImports.filter(({ entries }) => entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
  )
  return new Set(specifiers.flatMap((specifier) => /^(?:@[\w.-]+\/)?\w[\w.-]*/.exec(specifier)?.[0] ?? []))
}

describe('the bill of materials', () => {
  it('has every package that the portal or its server imports', () => {
    const imported = [...importedIn('src/client', 'src/server', 'src/offline', 'src/contract', 'sw')]
    expect(imported.length).toBeGreaterThan(30)
    const isOutside = (name: string) => isBuiltin(name) || name === 'node' || name === 'virtual'
    expect(imported.filter((name) => !isOutside(name) && !names.has(name))).toEqual([])
  })

  it('has nothing that only builds or tests it', () => {
    const tools = ['vite', 'vitest', 'typescript', 'oxlint', 'knip', 'prettier', 'playwright-core', 'marked']
    expect(Object.keys(read('package.json').devDependencies)).toEqual(expect.arrayContaining(tools))
    expect(tools.filter((name) => names.has(name))).toEqual([])
  })

  it('names each component once, in the form that scanners look up', () => {
    const purls = bill.components.map(({ purl }) => purl)
    expect(new Set(purls).size).toBe(purls.length)
    expect(purls).toContain(`pkg:npm/hono@${read('package.json').dependencies.hono}`)
    expect(purls.filter((purl) => !/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.%-]+$/.test(purl))).toEqual([])
    expect(bill.dependencies[0]?.dependsOn).toEqual(purls)
  })

  it('is the same for the same product, and another for another', () => {
    const packages = { 'node_modules/a': { version: '1.0.0', license: 'MIT' } }
    const product = { name: 'equipoise', version: '1.0.0' }
    const { serialNumber } = billOfMaterials(product, packages)
    expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(billOfMaterials(product, packages).serialNumber).toBe(serialNumber)
    expect(billOfMaterials(product, { 'node_modules/a': { version: '1.0.1' } }).serialNumber).not.toBe(serialNumber)
  })
})
