import { createServer, isRunnableDevEnvironment } from 'vite'
import type { Row } from './table'

/** Runs the `bench` of a module that needs what Vite makes of imports, as tests do: the portal inside this process. */
export const throughVite = async (file: string): Promise<Row[]> => {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    define: { __APP_VERSION__: JSON.stringify('bench') },
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  const { ssr } = vite.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite runs nothing here')
  try {
    const { bench } = await ssr.runner.import<{ bench: () => Promise<Row[]> }>(new URL(file, import.meta.url).pathname)
    return await bench()
  } finally {
    await vite.close()
  }
}
