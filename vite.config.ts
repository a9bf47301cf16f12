import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import presetMantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa'
import { LOW_SCREEN, TWO_LINE_BAR } from './src/client/ui/media-queries.ts'
import { helpPages } from './src/help-pages/help-pages.ts'

/** `vite build` makes the portal in dist/client, `vite build --mode server` the server in dist/server. */
export default defineConfig(({ mode }) => (mode === 'server' ? serverBuild : clientBuild))

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const packageJson: { version: string } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const manifest: Partial<ManifestOptions> = JSON.parse(readFileSync(at('manifest.webmanifest'), 'utf8'))
const define = { __APP_VERSION__: JSON.stringify(packageJson.version) }
/** For the server alone: the client's files stay the same where only the commit differs. */
const defineServer = { ...define, __APP_BUILD__: JSON.stringify(readCommit()) }
const shellFolder = at('dist/client')
const workerFile = resolve(shellFolder, 'sw.js')

/**
 * Everything the portal consists of, save what is kept from its first use on (`sw/late-files.ts`). What matches is on the tablet
 * before its version is used.
 */
const shellFiles = ['**/*.{html,js,css,woff2,svg,png,webmanifest}']
const lateFiles = ['assets/charts-*.js', 'assets/CompositeChart-*.css', 'assets/help-late-*.js']

/**
 * `import address from 'a.wasm?packed'`: the address of the file, packed with gzip for the page to unpack. What the tablet keeps is
 * counted as it lies there.
 */
const packedFiles = (): Plugin => {
  const query = '?packed'
  let isBuild = false
  return {
    name: 'packed-files',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    async resolveId(source, importer) {
      if (!source.endsWith(query)) return null
      const file = await this.resolve(source.slice(0, -query.length), importer)
      return file && `${file.id}${query}`
    },
    load(id) {
      if (!id.endsWith(query)) return null
      const file = id.slice(0, -query.length)
      const source = gzipSync(readFileSync(file), { level: 9 })
      if (!isBuild) return `export default 'data:application/gzip;base64,${source.toString('base64')}'`
      const packed = this.emitFile({ type: 'asset', name: `${basename(file)}.gz`, source })
      return `export default import.meta.ROLLUP_FILE_URL_${packed}`
    },
  }
}

const VERIFIER = 'verify-ledger.mjs'
const verifierSource = () => readFileSync(at(`src/verifier/${VERIFIER}`))

/** The library of charts, which no other screen should load with what it shares with those that draw them. */
const chartLibrary =
  /node_modules\/(@mantine\/charts|recharts|@reduxjs|redux|redux-thunk|react-redux|reselect|immer|es-toolkit|decimal\.js-light|eventemitter3|victory-vendor|d3-[a-z]+|internmap)\//

/** Leaves the summaries of calls out of the app: only the API's document has them, and a first visit would load them all. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/contract\/[\w-]+\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(/^ +summary:\s+(['`]).*\1,$/gm, ''), map: null }),
  },
})

/** Puts the style sheet after what the server paints first, which does not wait for it. Scripts do: nothing is drawn without its look. */
const stylesAfterFirstPaint = (): Plugin => ({
  name: 'styles-after-first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => {
      const sheets = /\s*<link rel="stylesheet"[^>]*>/g
      return page.replaceAll(sheets, '').replace('</body>', `${[...page.matchAll(sheets)].join('')}\n  </body>`)
    },
  },
})

/**
 * Lists the app's own script last among the scripts that the page loads beforehand, which `public/start.js` runs one after another: run
 * at once, they keep a slow tablet from answering for a quarter of a second.
 */
const startInParts = (): Plugin => ({
  name: 'start-in-parts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => {
      const [script = '', address = ''] =
        /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/.exec(page) ?? []
      const start = '<script type="module" src="/start.js"></script>'
      return page
        .replace(script, '')
        .replace('</head>', `  <link rel="modulepreload" crossorigin href="${address}">\n    ${start}\n  </head>`)
    },
  },
})

/** The name of a file that a device stores at its first use; null for every other. */
const lateName = (moduleIds: readonly string[]): string | null => {
  if (moduleIds.some((id) => chartLibrary.test(id))) return 'charts'
  return moduleIds.includes('\0virtual:help-late') ? 'help-late' : null
}

/** `@mixin visually-hidden`: out of sight and still read out, where only the width of a screen decides. Else there is `VisuallyHidden`. */
const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  'clip-path': 'inset(50%)',
}

const clientBuild: UserConfig = {
  root: at('src/client'),
  publicDir: at('public'),
  define,
  plugins: [
    react(),
    packedFiles(),
    helpPages(),
    withoutSummaries(),
    stylesAfterFirstPaint(),
    startInParts(),
    {
      // Offered for download as it is; no part of the app, so the worker does not store it.
      name: 'verifier',
      configureServer: ({ middlewares }) => {
        middlewares.use(`/${VERIFIER}`, (_, response) => {
          response.setHeader('Content-Type', 'text/javascript').end(verifierSource())
        })
      },
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: VERIFIER, source: verifierSource() })
      },
    },
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '../../sw',
      filename: 'service-worker.ts',
      manifest,
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        injectionPoint: 'self.SHELL_ENTRIES',
        rollupFormat: 'iife',
        globPatterns: shellFiles,
        globIgnores: lateFiles,
        // The whole shell or nothing: no file may drop out of the list in silence because it grew.
        maximumFileSizeToCacheInBytes: 2.5 * 1024 * 1024,
        manifestTransforms: [
          (entries) => ({ manifest: entries.map((entry) => ({ ...entry, integrity: integrityOf(entry.url) })) }),
        ],
      },
      integration: {
        beforeBuildServiceWorker(options) {
          // The worker's address is /sw.js; the plugin would name it after its source.
          options.swDest = workerFile
          options.injectManifest.swDest = workerFile
          // The plugin's own list names files without their integrity; the pattern above finds them all.
          options.injectManifest.additionalManifestEntries = []
        },
      },
    }),
  ],
  css: {
    postcss: {
      plugins: [
        presetMantine({ mixins: { 'visually-hidden': visuallyHidden } }),
        // The breakpoints of src/client/ui/theme.ts, for media queries; a test keeps them alike.
        simpleVars({
          variables: {
            'mantine-breakpoint-xs': '36em',
            'mantine-breakpoint-sm': '48em',
            'mantine-breakpoint-md': '64em',
            'mantine-breakpoint-lg': '75em',
            'mantine-breakpoint-xl': '90em',
            // On a wide screen the bar of a trial takes one line if it is low, two otherwise.
            'low-screen': LOW_SCREEN,
            'two-line-bar': TWO_LINE_BAR,
          },
        }),
      ],
    },
  },
  build: {
    outDir: shellFolder,
    emptyOutDir: true,
    // Ward tablets live for years: iPadOS 16 and the Chromium and Firefox of late 2022.
    target: ['safari16', 'chrome107', 'edge107', 'firefox106'],
    // The content security policy knows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A call that no screen of a file sends is not in that file.
      treeshake: { moduleSideEffects: [{ test: /\/src\/contract\//, sideEffects: false }] },
      output: {
        // What is stored later has names of its own, by which the worker knows it.
        chunkFileNames: ({ moduleIds }) => `assets/${lateName(moduleIds) ?? '[name]'}-[hash].js`,
        codeSplitting: {
          // What changes seldom stands apart, so that an update downloads only what it changed; and few files, since the worker that
          // serves them on a tablet takes its time for each.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
            // What the app starts with, in parts that each take a slow tablet a moment to run (`startInParts`).
            {
              name: 'lower-rooms',
              test: /\/src\/(contract|domain|offline|client\/(api|browser|device|session))\//,
              tags: ['$initial'],
              priority: 1,
            },
            { name: 'first', tags: ['$initial'], priority: 0 },
            { name: 'shared', test: (id) => !chartLibrary.test(id), minShareCount: 8 },
            // Each piece alone would be a file of some hundred bytes, and a tablet stores them one after another.
            { name: 'pieces', test: /\/src\/|@tabler/, minShareCount: 2 },
          ],
        },
      },
    },
  },
}

const serverBuild: UserConfig = {
  root: at('.'),
  publicDir: false,
  define: defineServer,
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      // The worker threads are programs of their own, which the server starts from the files beside it; so are the console's commands.
      input: {
        main: at('src/server/start/main.ts'),
        administrator: at('src/server/start/administrator.ts'),
        archive: at('src/server/start/archive.ts'),
        reseal: at('src/server/start/reseal.ts'),
        migrate: at('src/server/start/migrate.ts'),
        backup: at('src/server/start/backup.ts'),
        restore: at('src/server/start/restore.ts'),
        'key-sheet': at('src/server/start/key-sheet.ts'),
        'check-config': at('src/server/start/check-config.ts'),
        'hang-watch': at('src/server/start/hang-watch.ts'),
        'simulation-worker': at('src/server/use-cases/simulation/simulation-worker.ts'),
      },
      // What both consist of lies beside them, so that a path from a module's own file leads to the same place in each.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
}

/** The commit that is checked out, and its time; null where there is no git, or none of this folder. */
function readCommit(): { commit: string | null; committed_at: string | null } {
  try {
    const [commit = '', date = ''] = execFileSync('git', ['log', '-1', '--format=%h %cI'], {
      cwd: at('.'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split(' ')
    return { commit, committed_at: new Date(date.trim()).toISOString() }
  } catch {
    return { commit: null, committed_at: null }
  }
}

function integrityOf(file: string) {
  return `sha384-${createHash('sha384')
    .update(readFileSync(resolve(shellFolder, file)))
    .digest('base64')}`
}
