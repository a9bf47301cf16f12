/*
 * `npm run dev`: the portal from its sources, at one address. Vite serves the client with hot reload and proxies the server, which is
 * rebuilt and restarted when one of its sources changes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createTcpServer } from 'node:net'
import { ensureInstalled } from './installed-packages.mjs'
import { projectFolder } from './run.mjs'

/** What Vite proxies. Not all of `/api` and `/idp…`: Vite serves `src/client/api`, and the app has `/idp-association`. */
const SERVER_ADDRESSES = String.raw`^/(api/(v1|docs)|idp|healthz|readyz)(/|\?|$)`
/** Beside `dist/server`, which `npm start` runs. */
const SERVER_FOLDER = 'dist/server-dev'
/** Another port than that of `npm start`, whose service worker would answer with the built app. */
const DEFAULT_PORT = 5173

process.chdir(projectFolder)
ensureInstalled()
process.env.NODE_ENV = 'development'
const { build, createServer } = await import('vite')

const freePort = async () => {
  const probe = createTcpServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

const serverPort = await freePort()
let server = null
let isEnding = false

/** Starts the server on data of its own, beside that of `npm start`. */
const startServer = (publicUrl) => {
  server = spawn(process.execPath, ['--enable-source-maps', `${SERVER_FOLDER}/main.js`], {
    stdio: 'inherit',
    env: {
      DATA_DIR: 'data/dev',
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(serverPort),
      PUBLIC_URL: publicUrl,
    },
  })
  server.once('exit', (code) => {
    if (code !== 0) process.stderr.write('The server failed. It starts again when one of its sources changes.\n')
  })
}

/** Resolves when the server has released its port and the lock of its database. */
const stopServer = async () => {
  if (server === null || server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill()
  await ended
}

const client = await createServer({
  clearScreen: false,
  server: {
    port: Number(process.env.PORT || DEFAULT_PORT),
    // With the browser's own Host: a sign-in that begins at another host than PUBLIC_URL's is redirected there first.
    proxy: { [SERVER_ADDRESSES]: { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false } },
  },
  plugins: [
    {
      name: 'stop-server',
      closeServer: async ({ reason }) => {
        // Vite restarts by itself when its settings change; the server behind it goes on.
        if (reason === 'restart') return
        isEnding = true
        await stopServer()
      },
    },
  ],
})

// Vite itself does the same on SIGTERM.
const end = () => void client.close().finally(() => process.exit())
for (const signal of ['SIGINT', 'SIGHUP']) process.once(signal, end)
process.once('exit', () => server?.kill())

await client.listen()
const publicUrl = new URL(client.resolvedUrls.local[0]).origin

const restartServer = async () => {
  await stopServer()
  if (!isEnding) startServer(publicUrl)
}
let restarted = Promise.resolve()
const watcher = await build({ mode: 'server', logLevel: 'warn', build: { outDir: SERVER_FOLDER, watch: {} } })
watcher.on('event', ({ code }) => {
  // After a failed build the previous server goes on.
  if (code === 'BUNDLE_END') restarted = restarted.then(restartServer)
})
