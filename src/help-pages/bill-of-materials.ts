import { createHash } from 'node:crypto'
import { shippedPackages, type LockedPackages } from './shipped-packages.ts'

/** The file with the bill, as the portal serves it; its ending is that of CycloneDX. */
export const BILL_FILE = 'software.cdx.json'

/**
 * What the product contains as a software bill of materials (CycloneDX 1.5). Its serial number is made of its content, so that the same
 * product has the same bill wherever it is built.
 */
export const billOfMaterials = (product: { name: string; version: string }, packages: LockedPackages) => {
  const components = shippedPackages(packages).map(({ name, version, license, integrity, is_optional }) => ({
    type: 'library',
    'bom-ref': purlOf(name, version),
    name,
    version,
    scope: is_optional ? 'optional' : 'required',
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(integrity?.startsWith('sha512-') && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
    }),
    purl: purlOf(name, version),
  }))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([product, components]))}`,
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { type: 'application', 'bom-ref': product.name, name: product.name, version: product.version },
    },
    components,
    dependencies: [{ ref: product.name, dependsOn: components.map((component) => component['bom-ref']) }],
  }
}

const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** A UUID of version 8, whose meaning is its maker's: the first 122 bits of a hash (RFC 9562, section 5.8). */
const uuidOf = (text: string): string => {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
