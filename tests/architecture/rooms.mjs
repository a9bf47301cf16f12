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
]

/** Packages that one folder of a room keeps to itself. */
export const KEPT_PACKAGES = [
  {
    packages: ['kysely', 'pg', '@electric-sql/pglite'],
    folder: 'src/server/ground/db',
    because: 'SQL lives in one room.',
  },
  { packages: ['nodemailer'], folder: 'src/server/ground/mail', because: 'E-mails leave by one door.' },
]

/** The files that a subject of the client hands out to the others. */
export const HANDED_OUT = {
  'src/client/subjects/trials': [
    'trial/trial-page',
    'trial/use-trial-page-queries',
    'trial/tab-heading',
    'trial/why-not-randomise',
    'trial/may-dispense',
    'trial/packs-to-collect',
    'trial/overview/stock-lines',
    'design/method-form',
    'design/method-settings',
    'design/typed-design',
    'design/entered',
    'design/method-faces',
    'trial/preference-words',
  ],
  'src/client/subjects/study-packs': ['pack-link', 'scanning/code-fault'],
  'src/client/subjects/reports': ['exports/export-menu'],
}

/**
 * The rooms of client, server and domain from top to bottom, storey by storey; a file belongs to the longest of these that its path begins with.
 * An import runs down this list only.
 */
export const FLOORS = [
  'src/client/main.tsx',
  'src/client/app',
  'src/client/subjects/this-device',
  'src/client/subjects/participants',
  'src/client/subjects/study-packs',
  'src/client/subjects/people',
  'src/client/subjects/simulation',
  'src/client/subjects/audit',
  'src/client/subjects/reports',
  'src/client/subjects/sign-in',
  'src/client/subjects/trials',
  'src/client/action',
  'src/client',
  'src/client/main.tsx',
  'src/server/start',
  'src/server/doors/routes',
  'src/server/doors/idp',
  'src/server/doors/openapi',
  'src/server/doors/jobs',
  'src/server/doors/static',
  'src/server/doors/http',
  'src/server/use-cases/operation',
  'src/server/use-cases/reports',
  'src/server/use-cases/simulation',
  'src/server/use-cases/participants',
  'src/server/use-cases/audit',
  'src/server/use-cases/study-packs',
  'src/server/use-cases/trials',
  'src/server/use-cases/sign-in',
  'src/server/use-cases/people',
  'src/server/use-cases/call',
  'src/server/ground/mail',
  'src/server/ground/participant-lists',
  'src/server/ground/files',
  'src/server/ground/sessions',
  'src/server/ground/refusals',
  'src/server/ground/simulation',
  'src/server/ground/labels',
  'src/server/ground/db',
  'src/server/ground/audit',
  'src/server/ground/ledger',
  'src/server/ground/secrets',
  'src/server/ground/time',
  'src/server/ground',
  'src/domain/simulation',
  'src/domain/randomisation',
  'src/domain/this-device',
  'src/domain/audit',
  'src/domain/participants',
  'src/domain/study-packs',
  'src/domain/people',
  'src/domain/trials',
  'src/domain/time',
  'src/domain',
]
