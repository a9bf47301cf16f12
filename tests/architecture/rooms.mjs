/**
 * The rooms of the house: which other rooms each may import, by their `#` names, and which packages are its own ("workbox-*"
 * stands for every package whose name begins so).
 */
export const ROOMS = {
  'src/domain': { rooms: [], packages: [] },
  'src/contract': { rooms: ['domain'], packages: ['valibot'] },
  'src/offline': { rooms: ['domain', 'contract'], packages: ['dexie'] },
  sw: { rooms: ['domain', 'contract', 'offline'], packages: ['workbox-*'] },
  'src/server': {
    rooms: ['domain', 'contract'],
    packages: [
      'node:*',
      '@electric-sql/pglite',
      '@hono/node-server',
      '@node-rs/argon2',
      '@valibot/to-json-schema',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      'async-mutex',
      'bwip-js',
      'croner',
      'csv-parse',
      'fontkit',
      'hono',
      'hucre',
      'jose',
      'kysely',
      'nodemailer',
      'oidc-provider',
      'openid-client',
      'otpauth',
      'pdfkit',
      'pg',
      'pino',
      'pino-pretty',
      'temporal-polyfill',
      'valibot',
    ],
  },
  'src/client': {
    rooms: ['domain', 'contract', 'offline'],
    packages: [
      '@fontsource-variable/*',
      '@mantine/*',
      '@tabler/icons-react',
      '@tanstack/*',
      'barcode-detector',
      'csv-parse',
      'ky',
      'react',
      'react-dom',
      'recharts',
      'temporal-polyfill',
      'valibot',
      'virtual:pwa-register',
      'workbox-window',
      'zxing-wasm',
    ],
  },
  'src/verifier': { rooms: [], packages: ['node:crypto', 'node:fs', 'node:util'] },
}

/** What holds beside the table: nothing in `from` imports what lies in `to`, save what lies in `except`. */
export const WALLS = [
  {
    from: ['src/domain', 'src/contract', 'src/offline', 'sw', 'src/client'],
    except: ['src/domain/randomisation', 'src/domain/simulation'],
    to: ['src/domain/randomisation', 'src/domain/simulation'],
    because: 'Nothing about how allocations are made reaches the client.',
  },
  { from: ['src/server/db'], to: ['src/server/services', 'src/server/routes'], because: 'The database asks nobody.' },
  { from: ['src/server/services'], to: ['src/server/routes'], because: 'A use case does not know who calls it.' },
]

/** Packages that one folder of a room keeps to itself. */
export const KEPT_PACKAGES = [
  { packages: ['kysely', 'pg', '@electric-sql/pglite'], folder: 'src/server/db', because: 'SQL lives in one room.' },
  { packages: ['nodemailer'], folder: 'src/server/mail', because: 'E-mails leave by one door.' },
]

/** Folders whose own folders never import each other. */
export const ISLANDS = ['src/client/screens']
